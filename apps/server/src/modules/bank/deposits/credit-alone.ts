import { type QueryExecutorProvider, sql } from 'kysely';
import { findUser } from '#modules/identity/index.ts';
import { valueForLimits } from '#modules/wallet/index.ts';
import type { Platform } from '#platform/platform.ts';
import { unitsOf } from './announce.ts';

interface Credit {
  readonly operatorId: string;
  readonly matched: { readonly userId: string; readonly announced: string; readonly wasPaid: boolean };
  readonly currency: string;
  readonly amount: string;
}

/** How many times as much as one credit may be worth one person may give in a day to all users together. */
const dayFactor = 10n;

/**
 * Whether one person is enough to credit what arrived: to an active account, once for an announcement and no more than was announced, and for no more than two
 * people would be asked about, counting what the account got so within a day. What nobody knows the value of takes two, as for deposits over chains.
 */
export async function mayCreditAlone(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { operatorId, matched, currency, amount }: Credit,
): Promise<boolean> {
  const owner = await findUser(transaction, matched.userId);
  if (matched.wasPaid || owner?.status !== 'active') return false;
  if (unitsOf(amount) > unitsOf(matched.announced)) return false;
  // One after the other, so that two at once are counted.
  await sql`select pg_advisory_xact_lock(hashtextextended('bank credits by one person', 0))`.execute(
    transaction,
  );
  const { rows } = await sql<{ userId: string; by: string; currency: string; amount: string }>`
    select user_id as "userId", recorded_by as by, currency, amount::text as amount from bank_arrivals
    where alone and recorded_at > ${platform.clock.now()}::timestamptz - interval '1 day'
      and (user_id = ${matched.userId} or recorded_by = ${operatorId})
  `.execute(transaction);
  const { limit } = await readLimit(transaction);
  const now = { userId: matched.userId, by: operatorId, currency, amount };
  const toUser = await totalValue(platform, [...rows.filter(({ userId }) => userId === now.userId), now]);
  const byOperator = await totalValue(platform, [...rows.filter(({ by }) => by === operatorId), now]);
  return (
    toUser !== undefined && byOperator !== undefined && toUser <= limit && byOperator <= limit * dayFactor
  );
}

/** In millionths of a USDT. */
async function readLimit(transaction: QueryExecutorProvider): Promise<{ limit: bigint }> {
  const { rows } = await sql<{ limit: string }>`
    select floor(credit_two_people_above * 1000000)::text as limit from treasury_policy
  `.execute(transaction);
  return { limit: BigInt(rows[0]?.limit ?? 0) };
}

/** In millionths of a USDT, rounded up; undefined when nobody knows. */
async function totalValue(
  platform: Platform,
  credits: readonly { readonly currency: string; readonly amount: string }[],
): Promise<bigint | undefined> {
  const units = new Map<string, bigint>();
  for (const { currency, amount } of credits)
    units.set(currency, (units.get(currency) ?? 0n) + unitsOf(amount));
  let total = 0n;
  for (const [coin, sum] of units) {
    const value = await valueForLimits(platform, { coin, units: sum });
    if (value === undefined) return undefined;
    total += millionths(value);
  }
  return total;
}

function millionths(value: string): bigint {
  const [whole = '0', part = ''] = value.split('.');
  return BigInt(whole + part.slice(0, 6).padEnd(6, '0'));
}
