import type { Fill, Order } from '@emporion/contracts/rest';
import { fail, type Result, succeed } from '@emporion/kernel';
import type { ApiFailure } from '#api/failure.ts';
import { kindOf } from '#orders/model/order-kind.ts';
import type { OrderFilter } from './order-filter.ts';
import type { ReadPage } from './order-history.ts';

/** What a spreadsheet would take for a formula begins with one of these. A number with a minus is none. */
const formula = /^[=+\-@\t\r]/;
const number = /^-?\d+(\.\d+)?$/;

function cellOf(value: string | null): string {
  const text = value ?? '';
  const harmless = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Lines of comma-separated values as RFC 4180 has them, in which no cell can act as a formula. */
export function csvLines(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

/** The server's largest page, and as many of them as one address may read without being slowed down. */
const pageSize = 200;
export const rowsMax = 20_000;

const orderColumns = {
  time: ({ time }) => time,
  id: ({ id }) => id,
  pair: ({ pair }) => pair,
  side: ({ operation }) => operation,
  type: (order) => kindOf(order),
  price: ({ price }) => price,
  stop_price: ({ stop_price }) => stop_price,
  quantity: ({ quantity }) => quantity,
  filled: ({ filled }) => filled,
  average_price: ({ average_price }) => average_price,
  total: ({ total }) => total,
  fee: ({ fee }) => fee,
  fee_coin: ({ fee_coin }) => fee_coin,
  status: ({ status }) => status,
  reason: ({ reason }) => reason,
  time_in_force: ({ time_in_force }) => time_in_force,
  client_order_id: ({ client_order_id }) => client_order_id,
} as const satisfies Record<string, (order: Order) => string | null>;

const fillColumns = {
  time: ({ time }) => time,
  id: ({ id }) => id,
  order_id: ({ order_id }) => order_id,
  pair: ({ pair }) => pair,
  side: ({ operation }) => operation,
  price: ({ price }) => price,
  quantity: ({ quantity }) => quantity,
  total: ({ total }) => total,
  fee: ({ fee }) => fee,
  fee_coin: ({ fee_coin }) => fee_coin,
  role: ({ role }) => role,
} as const satisfies Record<string, (fill: Fill) => string | null>;

export interface Exported {
  readonly text: string;
  readonly rows: number;
  /** False when there is more than one file may hold. */
  readonly complete: boolean;
}

interface Reading<Row> {
  readonly read: ReadPage<Row>;
  readonly columns: Readonly<Record<string, (row: Row) => string | null>>;
}

export interface ExportRequest {
  readonly filter: OrderFilter;
  readonly signal: AbortSignal;
  onRows(count: number): void;
}

/** Reads a list to its end, page by page from the last row seen, and writes it as a table. */
async function exportList<Row>(
  { read, columns }: Reading<Row>,
  { filter, signal, onRows }: ExportRequest,
): Promise<Result<Exported, ApiFailure>> {
  // The names of the columns are those of the API in every language, so that programs can rely on them.
  const pages = [csvLines([Object.keys(columns)])];
  let [rows, cursor]: [number, string | null] = [0, null];
  do {
    const answer = await read(filter, { cursor, limit: Math.min(pageSize, rowsMax - rows), signal });
    if (!answer.ok) return fail(answer.failure);
    const { results, next } = answer.value;
    pages.push(csvLines(results.map((row) => Object.values(columns).map((column) => column(row)))));
    rows += results.length;
    cursor = next;
    onRows(rows);
  } while (cursor !== null && rows < rowsMax && !signal.aborted);
  return succeed({ text: pages.join(''), rows, complete: cursor === null });
}

export function exportOrders(read: ReadPage<Order>, request: ExportRequest) {
  return exportList({ read, columns: orderColumns }, request);
}

export function exportFills(read: ReadPage<Fill>, request: ExportRequest) {
  return exportList({ read, columns: fillColumns }, request);
}
