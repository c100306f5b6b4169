import { isErrorCode } from '@emporion/contracts/errors';
import { parseDecimal } from '@emporion/kernel';
import { ensureAccount, liveExchange } from '#modules/trading/index.ts';
import { bookMovement, isInLedger, journalText } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import type { ApprovalKind, PayloadOf } from './kind.ts';
import { requireAccount } from './require-account.ts';

const series = 'adjustments';

/** @throws Problem coin_invalid, amount_too_small, amount_too_many_decimals. */
async function unitsOf(
  { view }: Platform,
  { currency, amount }: PayloadOf<'balance_adjustment'>,
): Promise<bigint> {
  const decimals = await view.read(({ coins }) => coins.get(currency));
  if (decimals === undefined) throw new Problem('coin_invalid');
  const isNegative = amount.startsWith('-');
  const units = parseDecimal(isNegative ? amount.slice(1) : amount, decimals);
  if (!units.ok) throw new Problem('amount_too_many_decimals', { params: { max: decimals } });
  if (units.value === 0n) throw new Problem('amount_too_small');
  return isNegative ? -units.value : units.value;
}

export const balanceAdjustment: ApprovalKind<'balance_adjustment'> = {
  name: 'balance_adjustment',
  approve: 'adjustments.approve',
  action: 'balance_adjusted',
  lifeHours: 72,
  check: async (platform, payload) => {
    await requireAccount(platform, payload.user);
    await unitsOf(platform, payload);
  },
  command: async (platform, payload, { id, actor, reason }) => {
    const amount = await unitsOf(platform, payload);
    const { user: account, currency: coin } = payload;
    await ensureAccount(platform, await liveExchange(platform), account);
    const reference = `approval:${id}`;
    // The reference has one number for ever, so a repetition after a crash is the same command.
    const booking = await platform.database.kysely
      .transaction()
      .execute((transaction) => bookMovement(transaction, { series, reference }));
    const result = await platform.runtime.execute({
      ...{ kind: 'AdjustBalance', booking, reference, actor, account, coin, amount },
      reason: journalText(reason),
    });
    if (result.status === 'accepted') return;
    const { code } = result.rejection;
    const known = { account, kind: 'adjustment', reference, batch: result.batch };
    if (code === 'duplicate_transaction' && (await isInLedger(platform, known))) return;
    throw new Problem(isErrorCode(code) ? (code as 'insufficient_funds') : 'transaction_failed');
  },
  finish: async (_transaction, _platform, { currency, amount }, { current }) => ({
    // As it was when it was proposed; the ledger has the moment itself.
    ...(typeof current.available === 'string' && { before: { available: current.available } }),
    after: { currency, amount },
  }),
};
