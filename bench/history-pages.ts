import { invariant } from '@emporion/kernel';
import { listFills } from '../apps/server/src/modules/trading/history/fills.ts';
import { listOrders, type OrderFilter } from '../apps/server/src/modules/trading/history/orders.ts';
import { listLedger } from '../apps/server/src/modules/wallet/history/ledger.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import type { Page } from '../apps/server/src/platform/paging/page.ts';
import { historyStart } from '../apps/server/src/testing/generate-history.ts';
import type { BenchResult } from './frame.ts';
import { milliseconds, rate } from './median-time.ts';

const limit = 50;
const openOrders = 1_000;
const bot = { account: 'bot' };

/** A list of the bot's, which has every second generated row: by cursor, and as its peer by OFFSET. */
interface List {
  readonly rows: number;
  readonly page: (cursor: string | undefined) => Promise<Page<unknown>>;
  /** The cursor of a generated row. */
  readonly cursor: (row: number) => string;
  readonly offsetQuery: string;
  /** An index that the peer needs and ours does without. */
  readonly offsetIndex?: string;
}

/** The first and the deepest page of each list beside the same page by OFFSET, and pages in the middle of filtered orders. */
export async function measurePages(database: Database, rows: number): Promise<BenchResult> {
  const lists = listsOf(database, rows);
  const middle = lists.orders.cursor(Math.floor(rows / 2));
  const filtered = (filter: Partial<OrderFilter>) =>
    milliseconds(() => listOrders(database.kysely, { ...bot, ...filter }, { limit, cursor: middle }));
  const filledOrdersInTheMiddle = await filtered({ state: 'done' });
  const ordersOfPairInTheMiddle = await filtered({ market: 'ARB-USDT' });
  const orders = await measureDepths(database, lists.orders);
  return {
    ours: rate(orders.deepest.ours),
    peer: rate(orders.deepest.peer),
    peerName: 'the same page by OFFSET',
    unit: 'deepest pages of orders per second',
    pageMs: {
      orders,
      fills: await measureDepths(database, lists.fills),
      ledger: await measureDepths(database, lists.ledger),
      filledOrdersInTheMiddle,
      ordersOfPairInTheMiddle,
    },
  };
}

function listsOf({ kysely }: Database, rows: number): Record<'orders' | 'fills' | 'ledger', List> {
  const own = Math.floor(rows / 2);
  const cursor = (row: number) => `${historyStart + row * 1_000}-${row}`;
  const newest = (table: string, order: string) =>
    `SELECT * FROM ${table} WHERE account = $1 ORDER BY ${order} LIMIT $2 OFFSET $3`;
  return {
    orders: {
      rows: own + openOrders,
      page: (cursor) => listOrders(kysely, bot, { limit, cursor }),
      cursor,
      offsetQuery: newest('orders', 'placed_at DESC, id DESC'),
      offsetIndex: 'CREATE INDEX peer ON closed_orders (account, placed_at, id)',
    },
    fills: {
      rows: own,
      page: (cursor) => listFills(kysely, bot, { limit, cursor }),
      cursor,
      offsetQuery: newest('fills', 'executed_at DESC, trade_id DESC'),
    },
    ledger: {
      rows: own,
      page: (cursor) => listLedger(kysely, bot, { limit, cursor }),
      cursor: (row) => `${cursor(row)}-0`,
      offsetQuery: newest('ledger_entries', 'at DESC, event DESC, line DESC'),
    },
  };
}

async function measureDepths({ pool }: Database, list: List) {
  const { rows, page, cursor, offsetQuery, offsetIndex } = list;
  // A page that lacks rows would be fast for the wrong reason.
  const whole = async (ask: () => Promise<{ readonly rows: readonly unknown[] }>) => {
    invariant((await ask()).rows.length === limit, 'a whole page');
    return milliseconds(ask);
  };
  const byCursor = (after: string | undefined) => whole(() => page(after));
  const byOffset = (offset: number) => whole(() => pool.query(offsetQuery, [bot.account, limit, offset]));
  const ours = { first: await byCursor(undefined), deepest: await byCursor(cursor(2 * limit + 2)) };
  if (offsetIndex !== undefined) await pool.query(offsetIndex);
  return {
    first: { ours: ours.first, peer: await byOffset(0) },
    deepest: { ours: ours.deepest, peer: await byOffset(rows - limit) },
  };
}
