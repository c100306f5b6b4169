import { parseDecimal } from '@emporion/kernel';
import type { QueryExecutorProvider } from 'kysely';
import { notify } from '#modules/notifications/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { CommandRequest } from '#platform/runtime.ts';
import { bookMovement, releaseForgotten, releaseRefused } from '../bookings.ts';
import { tellSender } from '../transfers/sent-mail.ts';
import { tellRecipient } from '../transfers/tell-recipient.ts';
import { type CodeStatus, changeCode, type MoneyCode } from './store.ts';

interface Step {
  readonly actor: string;
  readonly accepted: CodeStatus;
  readonly refused: CodeStatus;
  readonly reference: string;
}

/**
 * Tells the exchange of the step that the code's row announces, once, however often it is called, and writes down what it answered. The maker is told of a
 * code that was made, and both of one that was redeemed.
 *
 * @returns as it stands then.
 */
export async function bookCode(platform: Platform, code: MoneyCode): Promise<MoneyCode> {
  const step = stepOf(code);
  if (!step) return code;
  const { kysely } = platform.database;
  const { reference, actor } = step;
  const booking = await kysely
    .transaction()
    .execute((transaction) => bookMovement(transaction, { series: 'code', reference }));
  const command = await commandOf(platform, code);
  const result = await platform.runtime.execute({ ...command, booking, reference, actor } as CommandRequest);
  const isForgotten = result.status === 'rejected' && result.rejection.code === 'duplicate_transaction';
  const isDone = isForgotten ? await wasDone(platform, code) : result.status === 'accepted';
  // Its maker was switched off: once that is over the same one may try again, under another number.
  if (!isDone && step.refused === 'open')
    await (isForgotten ? releaseForgotten(platform, booking) : releaseRefused(platform, booking));
  const change = {
    ...{ id: code.id, from: code.status, to: isDone ? step.accepted : step.refused },
    reason: isDone || result.status === 'accepted' ? code.reason : result.rejection.code,
    now: platform.clock.now(),
  };
  const changed = await kysely.transaction().execute(async (transaction) => {
    const row = await changeCode(transaction, change);
    if (row && code.status === 'locking' && isDone)
      await tellSender(transaction, platform, {
        ...{ kind: 'code', sender: row.maker, coin: row.coin, amount: row.amount },
      });
    if (row && code.status === 'redeeming' && isDone) await tellRedeemed(transaction, platform, row);
    return row;
  });
  return changed ?? { ...code, status: change.to };
}

/** Whoever redeemed it has the money; its maker only hears that it is gone. */
async function tellRedeemed(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { id, maker, redeemer, coin, amount }: MoneyCode,
): Promise<void> {
  if (redeemer !== null)
    await tellRecipient(transaction, platform, {
      ...{ kind: 'code', recipient: redeemer, key: `code:${id}:received`, coin, amount },
    });
  await notify(transaction, platform, {
    ...{ userId: maker, template: 'code_redeemed', params: { coin, amount }, key: `code:${id}:redeemed` },
  });
}

/**
 * What came of a step whose outcome is older than those that the exchange remembers. The exchange has a code from its lock to its end, and nobody else takes a step
 * of a code that stands at this one.
 */
async function wasDone({ view }: Platform, { id, status }: MoneyCode): Promise<boolean> {
  const isLocked = await view.read(({ codes }) => codes.has(id));
  return status === 'locking' ? isLocked : !isLocked;
}

function stepOf({ id, status, maker, redeemer, reason }: MoneyCode): Step | undefined {
  if (status === 'locking')
    return { actor: `user:${maker}`, accepted: 'open', refused: 'refused', reference: `code:${id}:lock` };
  if (status === 'redeeming') {
    // A refusal leaves it open for the next one; each who tries has a number of their own.
    const reference = `code:${id}:redeem:${redeemer}`;
    return { actor: `user:${redeemer}`, accepted: 'redeemed', refused: 'open', reference };
  }
  if (status === 'cancelling') {
    const accepted = reason === 'expired' ? 'expired' : 'cancelled';
    return { actor: `user:${maker}`, accepted, refused: 'redeemed', reference: `code:${id}:cancel` };
  }
  return undefined;
}

async function commandOf({ view }: Platform, code: MoneyCode): Promise<object> {
  const { id: codeId, maker, coin, status, redeemer } = code;
  if (status === 'redeeming') return { kind: 'RedeemCode', codeId, account: redeemer };
  if (status === 'cancelling') return { kind: 'CancelCode', codeId, account: maker };
  const decimals = await view.read(({ coins }) => coins.get(coin) ?? 0);
  const amount = parseDecimal(code.amount, decimals);
  if (!amount.ok) throw new Error(`The exchange has no such amount: ${code.amount} ${coin}.`);
  return { kind: 'LockCode', codeId, account: maker, coin, amount: amount.value };
}
