import { sql } from 'kysely';
import {
  type AllOrdersFilter,
  listAllOrders,
} from '../apps/server/src/modules/trading/history/all-orders.ts';
import { orderColumns } from '../apps/server/src/modules/trading/history/orders.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { generateOrders, historyStart } from '../apps/server/src/testing/generate-history.ts';
import { pageRows, type StaffList } from './back-office-list.ts';

/** Orders as `generateOrders` makes them: half of one bot, mostly cancelled, in seven markets. */
export function ordersList(rows: number): StaffList {
  const list = ({ kysely }: Database, filter: AllOrdersFilter, cursor?: string) =>
    listAllOrders(kysely, filter, { limit: pageRows, cursor });
  const middle = historyStart + (rows >> 1) * 1_000;
  const filters: Readonly<Record<string, AllOrdersFilter>> = {
    market: { market: 'BTC-USDT' },
    filled: { status: 'filled' },
    rejected: { status: 'rejected' },
    open: { status: 'open' },
    stops: { type: 'stop' },
    user: { account: 'user:7' },
    bot: { account: 'bot', status: 'cancelled' },
    day: { from: middle, to: middle + 86_400_000 },
    severalAtOnce: { market: 'ETH-USDT', side: 'buy', status: 'filled', from: middle },
    nothing: { side: 'buy', type: 'limit', worthMin: '1000000000000' },
  };
  return {
    name: 'orders',
    rows,
    fill: async ({ pool }) => {
      await generateOrders(pool, rows);
      await pool.query('INSERT INTO order_markets SELECT * FROM projected_markets');
    },
    page: (database, cursor) => list(database, {}, cursor),
    deepest: async () => ({
      cursor: `${historyStart + (pageRows + 1) * 1_000}-${pageRows + 1}`,
      // Those that are open are before them.
      offset: rows + 2_000 - pageRows,
    }),
    byOffset: ({ kysely }, offset) =>
      sql`
        select ${orderColumns} from orders order by orders.placed_at desc, orders.id desc
        limit ${pageRows + 1} offset ${offset}
      `.execute(kysely),
    filtered: Object.fromEntries(
      Object.entries(filters).map(([name, filter]) => [name, (database: Database) => list(database, filter)]),
    ),
  };
}
