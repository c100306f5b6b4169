import type { Dashboard } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';

type Position = NonNullable<Dashboard['money']>[number];

const shown = (amount: string) =>
  sql.raw(`trim_scale((${amount}) * ('1e-' || coins.decimals)::numeric)::text`);

/**
 * What users have of each coin against what lies on our addresses. Amounts of the books are in the units of their network, which may have other decimals than
 * the ledger's.
 */
export async function readMoney(db: QueryExecutorProvider): Promise<Position[]> {
  const { rows } = await sql<Position>`
    with owed as (
      select coin, sum(available + orders + withdrawals + codes) as amount
      from balances where account not like 'house:%' group by coin
    ), held as (
      select coin,
        sum((hot + users + cold) * ('1e-' || decimals)::numeric) as on_chain,
        sum(in_flight * ('1e-' || decimals)::numeric) as in_flight,
        sum(difference * ('1e-' || decimals)::numeric) as difference,
        min(checked_at) as checked_at
      from book_checks group by coin
      union all
      -- A currency lies with banks, whose accounts are the contra of what they hold.
      select code, -coalesce(sum(available), 0) * ('1e-' || decimals)::numeric, 0, 0, null::timestamptz
      from coins left join balances on coin = code and account like 'house:bank:%'
      where kind = 'fiat' group by code
    )
    select coins.code as currency, coins.kind, ${shown('coalesce(owed.amount, 0)')} as liabilities,
      trim_scale(coalesce(on_chain, 0))::text as on_chain, trim_scale(coalesce(in_flight, 0))::text as in_flight,
      trim_scale(coalesce(on_chain, 0) - coalesce(owed.amount, 0) * ('1e-' || coins.decimals)::numeric)::text as surplus,
      trim_scale(coalesce(difference, 0))::text as difference,
      exists (select from coin_stops where coin_stops.coin = coins.code and lifted_at is null) as stopped,
      to_char(checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as checked
    from coins left join owed on owed.coin = coins.code left join held on held.coin = coins.code
    order by coins.code
  `.execute(db);
  return rows;
}
