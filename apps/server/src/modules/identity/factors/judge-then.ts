import type { Transaction } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { requireUser } from '../users/require-user.ts';
import type { User } from '../users/users.ts';
import { type CodeVerdict, problemOfVerdict } from './check-code.ts';

export interface JudgedWork<Result> {
  readonly userId: string;
  /** What was done before: given, the code is neither judged nor spent. Asked with the account locked. */
  readonly already?: ((transaction: Transaction<unknown>) => Promise<Result | undefined>) | undefined;
  readonly judge: (transaction: Transaction<unknown>) => Promise<CodeVerdict>;
  /** It is given the account as it is before the work, locked. */
  readonly work: (transaction: Transaction<unknown>, user: User) => Promise<Result>;
}

/**
 * Has a code judged and, when it is right, does the work in the same transaction: the code is spent together with it.
 * Otherwise the transaction commits what the judge counted, and only then is the request refused.
 *
 * @throws Problem `two_factor_invalid`, `two_factor_expired`, `two_factor_used` or `two_factor_attempts_exceeded`.
 */
export async function judgeThen<Result>(
  platform: Pick<Platform, 'database'>,
  { userId, already, judge, work }: JudgedWork<Result>,
): Promise<Result> {
  const outcome = await accountTransaction(platform, { userId }, async (transaction) => {
    const user = await requireUser(transaction, userId);
    const known = await already?.(transaction);
    if (known !== undefined) return { verdict: 'right' as const, result: known };
    const verdict = await judge(transaction);
    return verdict === 'right' ? { verdict, result: await work(transaction, user) } : { verdict };
  });
  // From here on the count of a wrong code stands.
  if (outcome.verdict !== 'right') throw problemOfVerdict(outcome.verdict);
  return outcome.result;
}
