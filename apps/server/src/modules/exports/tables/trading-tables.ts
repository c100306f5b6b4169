import { type Fill, type Order, orderTypes } from '@emporion/contracts/rest';
import {
  countFills,
  countOrders,
  type FillFilter,
  fillOnWire,
  listFills,
  listOrders,
  liveExchange,
  type OrderFilter,
  orderOnWire,
} from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';
import { batches } from '../batches.ts';
import { CoinTotals } from '../coin-totals.ts';
import type { ExportCell, ExportTable } from '../export-table.ts';
import type { ExportWords } from '../export-words.ts';
import type { CountedTable } from './counted-table.ts';

interface Asked<Filter> {
  readonly filter: Filter;
  readonly period: { readonly from?: string | undefined; readonly to?: string | undefined };
  readonly words: ExportWords;
}

/** What comes while it is written is not in it, so that the count stays true. */
function untilNow<Filter extends { readonly to?: number | undefined }>(
  platform: Platform,
  filter: Filter,
): Filter {
  return {
    ...filter,
    to: Math.min(filter.to ?? Number.POSITIVE_INFINITY, platform.clock.now().getTime() + 1),
  };
}

type Rows = AsyncGenerator<readonly (readonly ExportCell[])[]>;

/** The orders of an account with the filters of their list. */
export async function ordersTable(
  platform: Platform,
  { filter, period, words }: Asked<OrderFilter>,
): Promise<CountedTable> {
  const { kysely } = platform.database;
  const live = await liveExchange(platform);
  const asked = untilNow(platform, filter);
  const count = await countOrders(kysely, asked);
  const rowsOf = async function* (signal: AbortSignal): Rows {
    for await (const orders of batches((page) => listOrders(kysely, asked, page), signal))
      yield orders.map((order) => orderCells(orderOnWire(order, live), words));
  };
  return {
    count,
    table: (signal) => ({
      ...words.shared(),
      fileName: words.fileName('orders'),
      title: words.say('titles.orders'),
      notes: words.notes({ ...period, rows: count }),
      columns: orderColumns(words),
      rows: rowsOf(signal),
    }),
  };
}

function orderColumns(words: ExportWords): ExportTable['columns'] {
  return [
    words.column('time', 'time', 12),
    words.column('id', 'text', 8),
    words.column('pair', 'text', 8),
    words.column('operation', 'text', 7),
    words.column('type', 'text', 9),
    words.column('status', 'text', 11),
    ...(['amount', 'filled', 'price', 'average_price', 'stop_price', 'total', 'fee'] as const).map((name) =>
      words.column(name, 'number', 9),
    ),
    words.column('fee_coin', 'text', 6),
    words.column('client_id', 'text'),
    words.column('updated', 'time'),
  ];
}

const typeNames = Object.fromEntries(Object.entries(orderTypes).map(([name, type]) => [type, name]));

function orderCells(order: Order, words: ExportWords): ExportCell[] {
  return [
    Date.parse(order.time),
    order.id,
    order.pair,
    words.word(`operations.${order.operation}`),
    words.word(`order_types.${typeNames[order.type]}`),
    words.word(`order_statuses.${order.status}`),
    ...[
      order.quantity,
      order.filled,
      order.price,
      order.average_price,
      order.stop_price,
      order.total,
      order.fee,
    ],
    order.fee_coin,
    order.client_order_id,
    order.updated * 1_000,
  ];
}

/** The trades of an account with the filters of their list. */
export async function tradesTable(
  platform: Platform,
  { filter, period, words }: Asked<FillFilter>,
): Promise<CountedTable> {
  const { kysely } = platform.database;
  const live = await liveExchange(platform);
  const asked = untilNow(platform, filter);
  const count = await countFills(kysely, asked);
  const totals = new CoinTotals();
  const rowsOf = async function* (signal: AbortSignal): Rows {
    for await (const fills of batches((page) => listFills(kysely, asked, page), signal)) {
      const shown = fills.map((fill) => fillOnWire(fill, live.market(fill.market)));
      for (const fill of shown) addToTotals(totals, fill);
      yield shown.map((fill) => tradeCells(fill, words));
    }
  };
  return {
    count,
    table: (signal) => ({
      ...words.shared(),
      fileName: words.fileName('trades'),
      title: words.say('titles.trades'),
      notes: words.notes({ ...period, rows: count }),
      columns: tradeColumns(words),
      rows: rowsOf(signal),
      totals: () => totals.table(words),
    }),
  };
}

/** A trade gives one coin for another; the fee is in the one that comes in. */
function addToTotals(totals: CoinTotals, { pair, operation, quantity, total, fee, fee_coin }: Fill): void {
  const [base = '', quote = ''] = pair.split('-');
  const isBuy = operation === 'buy';
  totals.add(base, { direction: isBuy ? 'in' : 'out', amount: quantity, fee: '0' });
  totals.add(quote, { direction: isBuy ? 'out' : 'in', amount: total, fee: '0' });
  totals.addFee(fee_coin, fee);
}

function tradeColumns(words: ExportWords): ExportTable['columns'] {
  return [
    words.column('time', 'time', 12),
    words.column('id', 'text', 9),
    words.column('order', 'text', 9),
    words.column('pair', 'text', 9),
    words.column('operation', 'text', 8),
    ...(['price', 'amount', 'total', 'fee'] as const).map((name) => words.column(name, 'number', 12)),
    words.column('fee_coin', 'text', 7),
    words.column('role', 'text', 7),
  ];
}

function tradeCells(fill: Fill, words: ExportWords): ExportCell[] {
  return [
    Date.parse(fill.time),
    ...[fill.id, fill.order_id, fill.pair, words.word(`operations.${fill.operation}`)],
    ...[fill.price, fill.quantity, fill.total, fill.fee, fill.fee_coin, words.word(`roles.${fill.role}`)],
  ];
}
