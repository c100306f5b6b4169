import type { Platform } from '#platform/platform.ts';

/** What an account had of each coin at each moment, in its smallest unit; undefined before the first entry. */
export async function balancesAt(
  { database }: Pick<Platform, 'database'>,
  account: string,
  times: readonly number[],
): Promise<Map<string, (bigint | undefined)[]>> {
  const { rows } = await database.pool.query<{ coin: string; place: number; balance: string }>(
    `SELECT balances.coin, asked.place::int AS place, found.balance
     FROM balances CROSS JOIN unnest($2::bigint[]) WITH ORDINALITY AS asked (at, place)
     CROSS JOIN LATERAL (
       SELECT entries.balance::text AS balance FROM ledger_entries AS entries
       WHERE entries.account = $1 AND entries.coin = balances.coin AND entries.at <= asked.at
       ORDER BY entries.at DESC, entries.event DESC, entries.line DESC LIMIT 1
     ) AS found
     WHERE balances.account = $1`,
    [account, times],
  );
  const found = new Map<string, (bigint | undefined)[]>();
  for (const { coin, place, balance } of rows) {
    const own = found.get(coin) ?? times.map(() => undefined);
    found.set(coin, own);
    own[place - 1] = BigInt(balance);
  }
  return found;
}
