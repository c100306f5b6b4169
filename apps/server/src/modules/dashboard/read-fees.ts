import type { Dashboard } from '@emporion/contracts/rest';
import { houseAccounts } from '@emporion/core';
import { type QueryExecutorProvider, sql } from 'kysely';

type Fees = NonNullable<Dashboard['fees']>;

const periodDays = [1, 7, 30] as const;
const dayMs = 86_400_000;

/** What the house does with its fees, and no fee that somebody paid or got back. The rule of the index `ledger_entries_fees_spent`, word for word. */
const spending = sql`account = 'house:fees' and kind in ('pool', 'pool_returned', 'fees_out', 'loss_covered')`;

/**
 * What the fees rose by since the beginning of a day of UTC, less fees that were given back, and whatever the house did with them. Every line of the ledger has the
 * balance after it, so that one line for each coin and day is read, however much was traded.
 */
export async function readFees(db: QueryExecutorProvider, now: Date): Promise<Fees> {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const periods = periodDays.map((days) => ({ days, from: today - (days - 1) * dayMs }));
  const { rows } = await sql<{ days: number; currency: string; amount: string }>`
    select days, coins.code as currency, trim_scale(earned * ('1e-' || coins.decimals)::numeric)::text as amount
    from balances
    join coins on coins.code = balances.coin
    cross join unnest(${periods.map(({ days }) => days)}::int[], ${periods.map(({ from }) => from)}::bigint[]) as period (days, since)
    cross join lateral (
      select available + orders + withdrawals + codes - coalesce((
        select before.balance from ledger_entries before
        where before.account = ${houseAccounts.fees} and before.coin = balances.coin and before.at < since
        order by before.at desc, before.event desc, before.line desc limit 1
      ), 0) - coalesce((
        select sum(spent.amount) from ledger_entries spent where ${spending} and spent.coin = balances.coin and spent.at >= since
      ), 0) as earned
    ) sums
    where balances.account = ${houseAccounts.fees} and earned <> 0
    order by days, coins.place, coins.code
  `.execute(db);
  return periods.map(({ days, from }) => ({
    days,
    from: new Date(from).toISOString(),
    earned: rows.filter((row) => row.days === days).map(({ currency, amount }) => ({ currency, amount })),
  }));
}
