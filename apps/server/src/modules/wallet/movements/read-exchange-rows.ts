import { type QueryExecutorProvider, sql } from 'kysely';
import { type LedgerEntry, type LedgerRow, ledgerColumns, ledgerEntryOf } from '../history/ledger.ts';

/** A fill of an order of the account, in units of its market. */
export interface Fill {
  readonly id: string;
  readonly order: string;
  readonly market: string;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly quantity: number;
  readonly at: number;
}

/** In units of its coins. `asked` is a decimal: what was to be swapped, where the markets took less. */
export interface SwapRow {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly given: bigint;
  readonly received: bigint;
  readonly orders: readonly string[];
  readonly asked: string | null;
  readonly at: number;
}

/** Amounts are decimals. */
export interface CardRow {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  readonly stage: string;
  readonly label: string;
  readonly currency: string;
  readonly coin: string;
  readonly amount: string | null;
  readonly fee: string | null;
  readonly coinAmount: string | null;
  readonly asked: string | null;
  readonly swap: string | null;
  readonly at: Date;
  readonly updatedAt: Date;
}

export async function readCards(
  db: QueryExecutorProvider,
  userId: string,
  ids: readonly string[],
): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CardRow>`
    select id::text as id, side, stage, ${cardLabel} as label, currency, coin, trim_scale(amount)::text as amount,
      trim_scale(fee)::text as fee, trim_scale(coin_amount)::text as "coinAmount", trim_scale(asked)::text as asked,
      swap_id::text as swap, coalesce(paid_at, created_at) as at, updated_at as "updatedAt"
    from card_orders where user_id = ${userId}::uuid and id = any(${ids}::uuid[])
  `.execute(db);
  return rows;
}

/** The pay system, and what the card or the account ends with. */
export const cardLabel = sql`case system when 'sepa' then 'SEPA' else initcap(system) end
  || coalesce(' •••• ' || coalesce(card_last_four, right(destination, 4)), '')`;

export async function readSwaps(
  db: QueryExecutorProvider,
  userId: string,
  ids: readonly string[],
): Promise<SwapRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<SwapRow, 'given' | 'received'> & { given: string; received: string }>`
    select swaps.id::text as id, from_coin as "from", to_coin as "to", given::text as given, received::text as received,
      order_ids::text[] as orders, trim_scale(asked)::text as asked, swapped_at::float8 as at
    from swaps left join swap_requests on swap_id = swaps.id and swap_requests.account = ${userId}::uuid
    where swaps.account = ${userId} and swaps.id = any(${ids}::bigint[])
  `.execute(db);
  return rows.map((row) => ({ ...row, given: BigInt(row.given), received: BigInt(row.received) }));
}

/** Those of some numbers, and all of some orders. */
export async function readFills(
  db: QueryExecutorProvider,
  userId: string,
  { ids, orders }: { readonly ids: readonly string[]; readonly orders: readonly string[] },
): Promise<Fill[]> {
  if (ids.length + orders.length === 0) return [];
  const columns = sql`trade_id::text as id, order_id::text as "order", market, side, price::float8 as price,
    quantity::float8 as quantity, executed_at::float8 as at`;
  const { rows } = await sql<Fill>`
    select ${columns} from fills where trade_id = any(${ids}::bigint[]) and account = ${userId}
    union
    select ${columns} from fills where order_id = any(${orders}::bigint[]) and account = ${userId}
  `.execute(db);
  return rows;
}

/** The ledger lines of fills, by the number of the trade. */
export async function readTradeLines(
  db: QueryExecutorProvider,
  userId: string,
  fills: readonly Fill[],
): Promise<ReadonlyMap<string, LedgerEntry[]>> {
  if (fills.length === 0) return new Map();
  const moments = [...new Set(fills.map(({ at }) => at))];
  const { rows } = await sql<LedgerRow>`
    select ${ledgerColumns} from ledger_entries where account = ${userId} and at = any(${moments}::bigint[]) and kind = 'trade'
  `.execute(db);
  return byReference(rows);
}

/** The lines of payments and payouts, by the reference of the card order. */
export async function readCardLines(
  db: QueryExecutorProvider,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LedgerEntry[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LedgerRow>`
    select ${ledgerColumns} from ledger_entries
    where account = ${userId} and reference = any(${ids.map((id) => `card:${id}`)}::text[]) and reference like 'card:%'
      and kind in ('deposit', 'withdrawal', 'payout_returned')
  `.execute(db);
  return byReference(rows);
}

function byReference(rows: readonly LedgerRow[]): ReadonlyMap<string, LedgerEntry[]> {
  const found = new Map<string, LedgerEntry[]>();
  for (const row of rows) {
    const own = found.get(row.reference);
    if (own) own.push(ledgerEntryOf(row));
    else found.set(row.reference, [ledgerEntryOf(row)]);
  }
  for (const lines of found.values())
    lines.sort((one, other) => one.event - other.event || one.line - other.line);
  return found;
}
