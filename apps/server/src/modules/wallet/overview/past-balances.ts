import { sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';

/** What an account had of each coin at each moment, in its smallest unit; undefined before the first entry. */
export async function balancesAt(
  { database }: Pick<Platform, 'database'>,
  account: string,
  times: readonly number[],
): Promise<Map<string, (bigint | undefined)[]>> {
  const { rows } = await sql<{ coin: string; place: number; balance: string }>`
    select balances.coin, asked.place::int as place, found.balance
    from balances cross join unnest(${times}::bigint[]) with ordinality as asked (at, place)
    cross join lateral (
      select entries.balance::text as balance from ledger_entries as entries
      where entries.account = ${account} and entries.coin = balances.coin and entries.at <= asked.at
      order by entries.at desc, entries.event desc, entries.line desc limit 1
    ) as found
    where balances.account = ${account}
  `.execute(database.kysely);
  const found = new Map<string, (bigint | undefined)[]>();
  for (const { coin, place, balance } of rows) {
    const own = found.get(coin) ?? times.map(() => undefined);
    found.set(coin, own);
    own[place - 1] = BigInt(balance);
  }
  return found;
}
