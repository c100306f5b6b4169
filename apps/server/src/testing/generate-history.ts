import type { Queryable } from '#platform/database/database.ts';

/** The moment of the first generated row, in milliseconds since 1970; a row comes every second. */
export const historyStart = Date.parse('2024-01-01T00:00:00Z');
const markets =
  "(ARRAY['BTC-USDT', 'ETH-USDT', 'BNB-USDT', 'TRX-USDT', 'POL-USDT', 'RBTC-USDT', 'ARB-USDT'])";

const at = `${historyStart} + n * 1000::bigint`;
const account = "CASE WHEN n % 2 = 0 THEN 'bot' ELSE 'user:' || n % 1000 END";
const market = `${markets}[1 + n % 7]`;
const side = "CASE WHEN n % 3 = 0 THEN 'buy' ELSE 'sell' END";

/**
 * A long history that no journal stands behind, to measure questions with: half of it is one bot's, in every market and mostly cancelled;
 * the other half is spread over a thousand people.
 */
export async function generateHistory(database: Queryable, rows: number): Promise<void> {
  const series = `FROM generate_series(1, ${rows}) AS n`;
  await fillWithoutIndexes(
    database,
    ['closed_orders', 'trades', 'fills', 'ledger_entries', 'swaps'],
    [
      ...orderStatements(rows),
      `INSERT INTO trades SELECT n, ${market}, 5000 + n % 100, 10, ${side}, ${at} ${series}`,
      `INSERT INTO fills SELECT n, role, n * 2, ${account} || CASE role WHEN 'maker' THEN ':m' ELSE '' END, ${market}, ${side}, 5000, 10,
       50000, 50, ${at} ${series}, (VALUES ('maker'), ('taker')) AS roles (role)`,
      `INSERT INTO ledger_entries SELECT n, 0, ${account}, CASE WHEN n % 100 = 0 THEN 'BTC' ELSE 'USDT' END, 'trade', 10, 1, 1000, n::text,
       ${at} ${series}`,
      `INSERT INTO candles SELECT market, '1m', (${historyStart} / 1000 / 60 + n) * 60, 10, 12, 9, 11, 500, 5000, 3
     FROM unnest(${markets}) AS market, generate_series(1, ${Math.ceil(rows / 7)}) AS n`,
      `INSERT INTO swaps SELECT n, ${account}, 'BTC', 'USDT', 10, 100, ARRAY[n], ${at} ${series}`,
    ],
  );
  await database.query('VACUUM ANALYZE');
}

/** The orders of such a history alone, for questions that read nothing else. */
export async function generateOrders(database: Queryable, rows: number): Promise<void> {
  await fillWithoutIndexes(database, ['closed_orders'], orderStatements(rows));
  await database.query('VACUUM ANALYZE closed_orders, open_orders');
}

function orderStatements(rows: number): string[] {
  return [
    `INSERT INTO projected_markets SELECT market, split_part(market, '-', 1), 'USDT', 8, 6, 2, 6 FROM unnest(${markets}) AS market`,
    `INSERT INTO closed_orders (id, account, market, side, type, state, waiting, reason, quantity, remaining, filled, price, total, fee,
       held, time_in_force, post_only, self_trade, placed_at, updated_at)
     SELECT n, ${account}, ${market}, ${side}, CASE WHEN n % 5000 = 0 THEN 'stop' ELSE 'limit' END,
       CASE WHEN n % 50 = 0 THEN 'done' ELSE 'canceled' END, false, 'cancelled', 100, 0, 100, 5000, 500000, 500, 0, 'gtc', false,
       'newest', ${at}, ${at} FROM generate_series(1, ${rows}) AS n`,
    `INSERT INTO open_orders (id, account, market, side, type, state, waiting, quantity, remaining, filled, price, total, fee, held,
       time_in_force, post_only, self_trade, placed_at, updated_at)
     SELECT ${rows} + n, ${account}, ${market}, ${side}, 'limit', 'active', false, 100, 100, 0, 5000, 0, 0, 0, 'gtc', false, 'newest',
       ${historyStart} + (${rows} + n) * 1000::bigint, ${historyStart} + (${rows} + n) * 1000::bigint FROM generate_series(1, 2000) AS n`,
  ];
}

/**
 * An index is made of all rows at once many times faster than row by row, and keys of other tables and triggers, which a database that plays a replica leaves
 * alone, cost half a million rows as much as the rows themselves.
 */
export async function fillWithoutIndexes(
  database: Queryable,
  tables: readonly string[],
  statements: readonly string[],
): Promise<void> {
  const indexes = await dropIndexes(database, tables);
  for (const statement of statements)
    await database.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`);
  for (const statement of indexes) await database.query(statement);
}

/** Drops every index that is no key, and answers how to make them again. */
async function dropIndexes(database: Queryable, tables: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY ($1::regclass[]) AND NOT indisprimary AND NOT indisunique`,
    [tables],
  );
  for (const { name } of rows) await database.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
