import type { approvalPayloads } from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import type { z } from 'zod/mini';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { approveHeld, requireApprovable } from '../withdrawals/decide-held.ts';
import { findWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';

type Proposed = z.output<(typeof approvalPayloads)['large_payout']>;

/** What two people are asked to let go. @throws Problem transaction_not_found. */
export async function describePayout(db: QueryExecutorProvider, id: string): Promise<Proposed> {
  const found = await findWithdrawal(db, id);
  if (!found) throw new Problem('transaction_not_found');
  const { userId: user, coin: currency, network, amount, address } = found;
  return { withdrawal: id, user, currency, network, amount, address };
}

/** Whether it could be let go now. @throws Problem transaction_not_found, and as `requireApprovable`. */
export async function checkPayout(platform: Platform, id: string): Promise<void> {
  const { kysely } = platform.database;
  const found = await findWithdrawal(kysely, id);
  if (!found) throw new Problem('transaction_not_found');
  await requireApprovable(kysely, platform, found);
}

/** Lets it go, whatever its value: two people have said so. @throws Problem as `approveHeld`. */
export function approvePayout(
  transaction: QueryExecutorProvider,
  platform: Platform,
  decision: { readonly id: string; readonly operatorId: string; readonly reason: string },
): Promise<Withdrawal> {
  return approveHeld(transaction, decision, platform);
}
