import type { Queryable } from '#platform/database/database.ts';

/** The moment of the first generated row, in milliseconds since 1970; a row comes every second. */
export const historyStart = Date.parse('2024-01-01T00:00:00Z');
const markets =
  "(ARRAY['BTC-USDT', 'ETH-USDT', 'BNB-USDT', 'TRX-USDT', 'POL-USDT', 'RBTC-USDT', 'ARB-USDT'])";

/**
 * A long history that no journal stands behind, to measure questions with: half of it is one bot's, in every market and mostly cancelled;
 * the other half is spread over a thousand people.
 */
export async function generateHistory(database: Queryable, rows: number): Promise<void> {
  const at = `${historyStart} + n * 1000::bigint`;
  const account = "CASE WHEN n % 2 = 0 THEN 'bot' ELSE 'user:' || n % 1000 END";
  const market = `${markets}[1 + n % 7]`;
  const side = "CASE WHEN n % 3 = 0 THEN 'buy' ELSE 'sell' END";
  const series = `FROM generate_series(1, ${rows}) AS n`;
  const statements = [
    `INSERT INTO projected_markets SELECT market, split_part(market, '-', 1), 'USDT', 8, 6, 2, 6 FROM unnest(${markets}) AS market`,
    `INSERT INTO closed_orders (id, account, market, side, type, state, waiting, reason, quantity, remaining, filled, price, total, fee,
       held, time_in_force, post_only, self_trade, placed_at, updated_at)
     SELECT n, ${account}, ${market}, ${side}, CASE WHEN n % 5000 = 0 THEN 'stop' ELSE 'limit' END,
       CASE WHEN n % 50 = 0 THEN 'done' ELSE 'canceled' END, false, 'cancelled', 100, 0, 100, 5000, 500000, 500, 0, 'gtc', false,
       'newest', ${at}, ${at} ${series}`,
    `INSERT INTO open_orders (id, account, market, side, type, state, waiting, quantity, remaining, filled, price, total, fee, held,
       time_in_force, post_only, self_trade, placed_at, updated_at)
     SELECT ${rows} + n, ${account}, ${market}, ${side}, 'limit', 'active', false, 100, 100, 0, 5000, 0, 0, 0, 'gtc', false, 'newest',
       ${historyStart} + (${rows} + n) * 1000::bigint, ${historyStart} + (${rows} + n) * 1000::bigint FROM generate_series(1, 2000) AS n`,
    `INSERT INTO trades SELECT n, ${market}, 5000 + n % 100, 10, ${side}, ${at} ${series}`,
    `INSERT INTO fills SELECT n, role, n * 2, ${account} || CASE role WHEN 'maker' THEN ':m' ELSE '' END, ${market}, ${side}, 5000, 10,
       50000, 50, ${at} ${series}, (VALUES ('maker'), ('taker')) AS roles (role)`,
    `INSERT INTO ledger_entries SELECT n, 0, ${account}, CASE WHEN n % 100 = 0 THEN 'BTC' ELSE 'USDT' END, 'trade', 10, 1, 1000, n::text,
       ${at} ${series}`,
    `INSERT INTO candles SELECT market, '1m', (${historyStart} / 1000 / 60 + n) * 60, 10, 12, 9, 11, 500, 5000, 3
     FROM unnest(${markets}) AS market, generate_series(1, ${Math.ceil(rows / 7)}) AS n`,
    `INSERT INTO swaps SELECT n, ${account}, 'BTC', 'USDT', 10, 100, ARRAY[n], ${at} ${series}`,
  ];
  // An index is made of all rows at once many times faster than row by row.
  const indexes = await dropIndexes(database);
  for (const statement of [...statements, ...indexes]) await database.query(statement);
  await database.query('VACUUM ANALYZE');
}

/** Drops every index that is no key, and answers how to make them again. */
async function dropIndexes(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid IN ('closed_orders'::regclass, 'trades'::regclass, 'fills'::regclass, 'ledger_entries'::regclass, 'swaps'::regclass)
       AND NOT indisprimary AND NOT indisunique`,
  );
  for (const { name } of rows) await database.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
