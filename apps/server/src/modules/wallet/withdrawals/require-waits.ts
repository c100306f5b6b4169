import { Problem } from '#platform/http/problem.ts';
import type { Withdrawal } from './withdrawal.ts';

/**
 * Lets a withdrawal through that waits for its code.
 *
 * @throws Problem withdrawal_already_confirmed, withdrawal_already_cancelled, transaction_failed.
 */
export function requireWaitsForCode({
  status,
  codeConfirmedAt,
}: Pick<Withdrawal, 'status' | 'codeConfirmedAt'>): void {
  if (status === 'requested' && codeConfirmedAt === null) return;
  if (status === 'cancelled' || status === 'rejected') throw new Problem('withdrawal_already_cancelled');
  if (status === 'failed' || status === 'new') throw new Problem('transaction_failed');
  throw new Problem('withdrawal_already_confirmed');
}
