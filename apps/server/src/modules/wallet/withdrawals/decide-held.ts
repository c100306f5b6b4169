import type { QueryExecutorProvider } from 'kysely';
import { isSamePerson } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { callOffPayout } from '../payouts/stuck-payouts.ts';
import { bankNetwork } from './bank-details.ts';
import { lockStoppable } from './call-off.ts';
import { requireStillBeyondCardHold } from './card-hold.ts';
import { requireOwnerFree } from './require-owner-free.ts';
import { requirePayable } from './require-payable.ts';
import { requireRecipient } from './require-recipient.ts';
import { changeWithdrawal, isPaidWithOnesOwn, lockWithdrawal } from './store.ts';
import { booksOfReturn, type Withdrawal } from './withdrawal.ts';

interface Decision {
  readonly id: string;
  readonly operatorId: string;
  readonly reason: string;
}

/**
 * Whether what is held could be let go now. Asked when staff propose it and again when it is approved: what two people would only learn at the end is said at the beginning.
 *
 * @throws Problem withdrawal_not_held, owner_payouts_frozen, owner_unproved, wrong_address, card_hold, address_denied, address_not_saved.
 */
export async function requireApprovable(
  db: QueryExecutorProvider,
  platform: Pick<Platform, 'clock' | 'database' | 'view' | 'config'>,
  found: Withdrawal,
): Promise<void> {
  if (found.status !== 'held') throw new Problem('withdrawal_not_held');
  await requireOwnerFree(db, platform, found.userId);
  const now = platform.clock.now();
  if (found.recipient !== null) {
    await requireRecipient(db, found.recipient);
    await requireStillBeyondCardHold(platform, db, { userId: found.userId, now });
  }
  await requirePayable(db, found, now);
}

/** Lets it go on its way. @throws Problem transaction_not_found, own_withdrawal, and as `requireApprovable`. */
export async function approveHeld(
  transaction: QueryExecutorProvider,
  { id, operatorId, reason }: Decision,
  platform: Pick<Platform, 'clock' | 'database' | 'view' | 'config'>,
): Promise<Withdrawal> {
  const found = await requireDecidable(transaction, { id, operatorId });
  await requireApprovable(transaction, platform, found);
  const queued = await changeWithdrawal(transaction, found, {
    ...{ status: 'queued', waitsFor: 'turn' },
    decision: { isApproved: true, by: operatorId, reason },
    ...(found.recipient === null ? {} : { books: 'transferring' }),
  });
  if (!queued) throw new Problem('withdrawal_not_held');
  return queued;
}

/** The money is to go back to its account. @throws as `approveHeld` */
export async function rejectHeld(
  transaction: QueryExecutorProvider,
  { id, operatorId, reason }: Decision,
): Promise<Withdrawal> {
  const found = await requireDecidable(transaction, { id, operatorId });
  const rejected = await changeWithdrawal(transaction, found, {
    ...{ status: 'rejected', waitsFor: null, reason },
    decision: { isApproved: false, by: operatorId, reason },
    books: booksOfReturn(found) ?? found.books,
  });
  if (!rejected) throw new Problem('withdrawal_not_held');
  return rejected;
}

/**
 * Of what the signer was not asked for nothing has left: it is rejected, and its money is to go back. What may be signed and is in no block is called off: a
 * payment to ourselves takes the place of its transaction, and when that is final the money of all that the transaction pays goes back. So none of them may
 * be the operator's own. It is paid all the same if the network was quicker.
 *
 * @throws Problem transaction_not_found, own_withdrawal, withdrawal_already_cancelled, withdrawal_already_sent.
 */
export async function callOffAny(
  transaction: QueryExecutorProvider,
  { id, operatorId, reason }: Decision,
): Promise<Withdrawal> {
  const found = await requireOther(transaction, await lockStoppable(transaction, id), operatorId);
  if (found.status === 'cancelled' || found.status === 'rejected')
    throw new Problem('withdrawal_already_cancelled');
  const books = booksOfReturn(found);
  // Taken in hand, and not sent: whoever took it says so.
  const isInHand = found.network === bankNetwork && found.status === 'built';
  if ((found.isStoppable || isInHand) && books) {
    const stopped = await changeWithdrawal(transaction, found, {
      ...{ status: 'rejected', books, payoutId: null, waitsFor: null, reason },
      decision: { isApproved: false, by: operatorId, reason },
    });
    if (!stopped) throw new Problem('withdrawal_already_sent');
    return stopped;
  }
  if (await isPaidWithOnesOwn(transaction, { id, userId: operatorId })) throw new Problem('own_withdrawal');
  const asked = found.payoutId !== null && (await callOffPayout(transaction, { id: found.payoutId, reason }));
  if (!asked) throw new Problem('withdrawal_already_sent');
  return found;
}

async function requireDecidable(
  db: QueryExecutorProvider,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<Withdrawal> {
  const found = await requireOther(db, await lockWithdrawal(db, id), operatorId);
  if (found.status !== 'held') throw new Problem('withdrawal_not_held');
  return found;
}

/** Nobody decides on their own money, nor on money to themselves; that of a second account of theirs is their own. */
export async function requireOther<Found extends Withdrawal>(
  db: QueryExecutorProvider,
  found: Found | undefined,
  operatorId: string,
): Promise<Found> {
  if (!found) throw new Problem('transaction_not_found');
  if (await isSamePerson(db, { userId: operatorId, others: [found.userId, found.recipient] }))
    throw new Problem('own_withdrawal');
  return found;
}
