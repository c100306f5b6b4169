import type { QueryExecutorProvider } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { changeWithdrawal, lockWithdrawal } from './store.ts';
import { booksOfReturn, type Withdrawal } from './withdrawal.ts';

interface Decision {
  readonly id: string;
  readonly operatorId: string;
  readonly reason: string;
}

/** Lets it go on its way. @throws Problem transaction_not_found, own_withdrawal, withdrawal_not_held. */
export async function approveHeld(
  transaction: QueryExecutorProvider,
  { id, operatorId, reason }: Decision,
): Promise<Withdrawal> {
  const found = await requireDecidable(transaction, { id, operatorId });
  const queued = await changeWithdrawal(transaction, found, {
    ...{ status: 'queued', waitsFor: 'turn', reason, decidedBy: operatorId },
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
    ...{ status: 'rejected', waitsFor: null, reason, decidedBy: operatorId },
    books: booksOfReturn(found) ?? found.books,
  });
  if (!rejected) throw new Problem('withdrawal_not_held');
  return rejected;
}

async function requireDecidable(
  db: QueryExecutorProvider,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<Withdrawal> {
  const found = await lockWithdrawal(db, id);
  if (!found) throw new Problem('transaction_not_found');
  // Nobody waves their own money through, nor money to themselves.
  if (found.userId === operatorId || found.recipient === operatorId) throw new Problem('own_withdrawal');
  if (found.status !== 'held') throw new Problem('withdrawal_not_held');
  return found;
}
