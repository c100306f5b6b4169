import { houseAccount, type Rejection } from '@emporion/core';
import { parseDecimal } from '@emporion/kernel';
import type { Platform } from '#platform/platform.ts';
import type { CommandRequest } from '#platform/runtime.ts';
import { bookMovement, isInLedger, releaseForgotten, releaseRefused } from '../bookings.ts';
import { tellWalletChanged } from '../changes.ts';
import { tellRecipient } from '../transfers/tell-recipient.ts';
import { bankNetwork } from './bank-details.ts';
import { changeWithdrawal, networkName, type WithdrawalChange } from './store.ts';
import { tellOwner } from './tell-owner.ts';
import type { Withdrawal } from './withdrawal.ts';

/** What the exchange is told at a step, and where the withdrawal stands once it has answered. */
interface Step {
  readonly series: string;
  command(withdrawal: Withdrawal, units: Units): MoneyPart;
  readonly accepted: WithdrawalChange;
  refused(rejection: Rejection): WithdrawalChange;
  /**
   * Whether it was carried out, when the exchange has forgotten the outcome: the withdrawal is there from its hold until it is released or sent, and what left or
   * came back is in the ledger. Nobody else takes a step of a withdrawal that stands at this one.
   */
  readonly proof: 'is held' | 'is no longer held' | 'payout_returned' | 'transfer' | 'payout';
  /** After a refusal it may come to the same step once more, under another number. */
  readonly mayComeAgain?: boolean;
}

interface Units {
  readonly amount: bigint;
  readonly fee: bigint;
}

type MoneyPart = CommandRequest extends infer Each
  ? Each extends { readonly booking: unknown }
    ? Omit<Each, 'booking' | 'reference' | 'actor'>
    : never
  : never;

/** A refusal of these would mean that the books and the rows disagree: a person has to look. */
function never({ code }: Rejection): WithdrawalChange {
  throw new Error(`The exchange refused a step of a withdrawal that it must take: ${code}.`);
}

const steps = {
  holding: {
    series: 'withdrawal-hold',
    command: ({ id, userId, coin, network }, { amount, fee }) => ({
      kind: 'HoldWithdrawal',
      withdrawalId: id,
      account: userId,
      ...{ coin, network, amount, fee },
    }),
    proof: 'is held',
    accepted: { status: 'requested', books: 'held' },
    refused: ({ code }) => ({ status: 'failed', books: 'refused', reason: code }),
  },
  releasing: {
    series: 'withdrawal-release',
    command: ({ id }) => ({ kind: 'ReleaseWithdrawal', withdrawalId: id }),
    proof: 'is no longer held',
    accepted: { books: 'released' },
    refused: never,
  },
  leaving: {
    series: 'withdrawal-send',
    command: ({ id }) => ({ kind: 'SendWithdrawal', withdrawalId: id }),
    proof: 'is no longer held',
    accepted: { books: 'in_flight' },
    // Switched off or frozen since: the money stays held, and a person or the thaw decides.
    refused: ({ code }) =>
      code === 'withdrawal_disabled'
        ? { status: 'held', books: 'held', holdReason: 'account_switched_off', payoutId: null }
        : never({ code }),
    mayComeAgain: true,
  },
  returning: {
    series: 'withdrawal-return',
    command: ({ userId, coin, network, feeKept }, { amount, fee }) => ({
      kind: 'ReturnPayout',
      account: userId,
      ...{ coin, network, amount, fee: feeKept ? 0n : fee },
    }),
    proof: 'payout_returned',
    accepted: { books: 'returned' },
    refused: never,
  },
  settling: {
    series: 'bank-payout-final',
    command: ({ coin, bank }, { amount }) => ({
      kind: 'MoveHouseMoney',
      cause: 'payout',
      legs: [
        { from: houseAccount('in-flight', bankNetwork), to: houseAccount('bank', bank ?? ''), coin, amount },
      ],
      reason: 'sent by the bank',
    }),
    proof: 'payout',
    accepted: { books: 'settled' },
    refused: never,
  },
  transferring: {
    series: 'transfer',
    command: ({ userId, recipient, coin }, { amount }) => ({
      kind: 'Transfer',
      from: userId,
      to: recipient ?? '',
      ...{ coin, amount, fee: 0n },
    }),
    proof: 'transfer',
    accepted: { status: 'completed', books: 'moved' },
    refused: ({ code }) => ({ status: 'rejected', books: 'refused', reason: code }),
  },
} as const satisfies Record<string, Step>;

export type BookingStep = keyof typeof steps;

export function isBeingBooked({ books }: Pick<Withdrawal, 'books'>): boolean {
  return books in steps;
}

/**
 * Tells the exchange of the step that the withdrawal's row announces, and writes down what it answered. The number of the step is given once, so it may be
 * called as often as one likes, by whom one likes: after a crash, and beside another who does the same.
 *
 * @returns as it stands then.
 */
export async function book(platform: Platform, withdrawal: Withdrawal): Promise<Withdrawal> {
  if (!isBeingBooked(withdrawal)) return withdrawal;
  const step: Step = steps[withdrawal.books as BookingStep];
  const { kysely } = platform.database;
  const reference = `withdrawal:${withdrawal.id}`;
  const booking = await kysely
    .transaction()
    .execute((transaction) => bookMovement(transaction, { series: step.series, reference }));
  const units = await unitsOf(platform, withdrawal);
  const words = { booking, reference, actor: `user:${withdrawal.userId}` };
  // The parts were typed together with their kind above.
  const result = await platform.runtime.execute({
    ...step.command(withdrawal, units),
    ...words,
  } as CommandRequest);
  const isForgotten = result.status === 'rejected' && result.rejection.code === 'duplicate_transaction';
  const isDone = isForgotten
    ? await wasDone(platform, withdrawal, { proof: step.proof, reference, batch: result.batch })
    : result.status === 'accepted';
  if (!isDone && step.mayComeAgain)
    await (isForgotten ? releaseForgotten(platform, booking) : releaseRefused(platform, booking));
  const change = isDone || result.status === 'accepted' ? step.accepted : step.refused(result.rejection);
  const changed = await (step.proof === 'transfer'
    ? changeAndTell(platform, withdrawal, change)
    : changeWithdrawal(kysely, withdrawal, change));
  return changed ?? withdrawal;
}

/** What never left is there for its recipient at once: both are told, once, in the transaction of the change. */
async function changeAndTell(
  platform: Platform,
  withdrawal: Withdrawal,
  change: WithdrawalChange,
): Promise<Withdrawal | undefined> {
  const changed = await platform.database.kysely.transaction().execute(async (transaction) => {
    const stands = await changeWithdrawal(transaction, withdrawal, change);
    if (!stands) return undefined;
    const isPaid = stands.status === 'completed';
    const event = isPaid ? 'paid_inside' : 'not_paid';
    await tellOwner(transaction, platform, { withdrawal: stands, event });
    if (isPaid && stands.recipient !== null) {
      const { id, recipient, coin, amount, network } = stands;
      await tellRecipient(transaction, platform, {
        ...{ kind: 'deposit', key: `withdrawal:${id}:received`, recipient, coin, amount },
        network: await networkName(transaction, network),
      });
    }
    return stands;
  });
  await tellWalletChanged(platform, [
    withdrawal.userId,
    ...(withdrawal.recipient ? [withdrawal.recipient] : []),
  ]);
  return changed;
}

async function wasDone(
  platform: Platform,
  { id, userId }: Withdrawal,
  { proof, ...asked }: { proof: Step['proof']; reference: string; batch: number },
): Promise<boolean> {
  if (proof === 'payout')
    return isInLedger(platform, { account: houseAccount('in-flight', bankNetwork), kind: proof, ...asked });
  if (proof === 'payout_returned' || proof === 'transfer')
    return isInLedger(platform, { account: userId, kind: proof, ...asked });
  const isHeld = await platform.view.read(({ withdrawals }) => withdrawals.has(id));
  return isHeld === (proof === 'is held');
}

async function unitsOf({ view }: Platform, { coin, amount, fee }: Withdrawal): Promise<Units> {
  const decimals = await view.read(({ coins }) => coins.get(coin));
  const read = (text: string): bigint => {
    const units = decimals === undefined ? undefined : parseDecimal(text, decimals);
    if (!units?.ok) throw new Error(`The exchange has no such amount: ${text} ${coin}.`);
    return units.value;
  };
  return { amount: read(amount), fee: read(fee) };
}
