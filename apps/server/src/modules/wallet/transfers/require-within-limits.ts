import { sql, type Transaction } from 'kysely';
import type { User } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import { paysToSavedOnly } from '../address-book/address-book.ts';
import { readDay, readPolicy, requireWithinDay, unitsOf } from '../withdrawals/policy.ts';

export interface Leaving {
  readonly user: User;
  readonly coin: string;
  readonly amount: string;
  /** In USDT; undefined when nobody knows. */
  readonly value: string | undefined;
  readonly now: Date;
}

/**
 * Holds a transfer or a code to what holds for withdrawals, with the sender's account locked: it leaves the account as they do. No person looks at one
 * before it goes, so what a person would look at is refused.
 *
 * @returns what it is worth.
 * @throws Problem payouts_frozen; address_not_saved for whoever pays out to saved addresses only; out_of_limit above the value that a person looks at;
 * withdrawal_limit_exceeded and out_of_limit of the day.
 */
export async function requireWithinLimits(
  transaction: Transaction<unknown>,
  { user, coin, amount, value, now }: Leaving,
): Promise<string> {
  const { id: userId, payoutsFrozenUntil } = user;
  if (payoutsFrozenUntil !== null && payoutsFrozenUntil > now) throw new Problem('payouts_frozen');
  // One of a user at a time, withdrawals too.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawals:${userId}`}, 0))`.execute(
    transaction,
  );
  if (await paysToSavedOnly(transaction, { userId, now })) throw new Problem('address_not_saved');
  const { holdAbove } = await readPolicy(transaction);
  if (value === undefined || unitsOf(value) > unitsOf(holdAbove))
    throw new Problem('out_of_limit', { params: { left: holdAbove } });
  requireWithinDay(await readDay(transaction, { userId, coin, now }), { value, amount, coin });
  return value;
}
