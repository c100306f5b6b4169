import { type QueryExecutorProvider, sql } from 'kysely';

/** Who writes the table of swaps: what a list of them waits for. */
export const swapHistory = 'swaps';

export interface SwapRecord {
  readonly id: number;
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly given: bigint;
  readonly received: bigint;
  readonly orderIds: readonly number[];
  readonly swappedAt: number;
}

const swapColumns = sql`id::float8 as id, account, from_coin as "from", to_coin as "to", given::text as given,
  received::text as received, order_ids::float8[] as "orderIds", swapped_at::float8 as "swappedAt"`;

export type SwapRow = Omit<SwapRecord, 'given' | 'received'> & {
  readonly given: string;
  readonly received: string;
};

export function swapOf(row: SwapRow): SwapRecord {
  return { ...row, given: BigInt(row.given), received: BigInt(row.received) };
}

/** What trading cost in one market of a swap. */
export interface PaidFee {
  readonly market: string;
  readonly coin: string;
  readonly amount: bigint;
}

/** What swaps cost, by the order of each market, in the order in which they were made. */
export async function readFees(
  database: QueryExecutorProvider,
  { account, orderIds }: { account: string; orderIds: readonly number[] },
): Promise<ReadonlyMap<number, PaidFee>> {
  const { rows } = await sql<{ order: number; market: string; side: string; fee: string }>`
    select order_id::float8 as order, market, side, sum(fee)::text as fee from fills
    where account = ${account} and order_id = any(${orderIds}::bigint[]) group by order_id, market, side
  `.execute(database);
  return new Map(
    rows.map(({ order, market, side, fee }) => {
      const [base = '', quote = ''] = market.split('-');
      return [order, { market, coin: side === 'buy' ? base : quote, amount: BigInt(fee) }];
    }),
  );
}

/** With the amount that was asked for, a decimal, where the markets took less. */
export interface ListedSwap extends SwapRecord {
  readonly asked: string | null;
}

/** The swaps of an account, the newest first, and how many there are. */
export async function listSwaps(
  database: QueryExecutorProvider,
  { account, limit, offset }: { account: string; limit: number; offset: number },
): Promise<{ rows: ListedSwap[]; total: number }> {
  const [page, count] = await Promise.all([
    sql<SwapRow & Pick<ListedSwap, 'asked'>>`
      select ${swapColumns}, (select trim_scale(asked)::text from swap_requests where swap_id = swaps.id) as asked
      from swaps where account = ${account} order by swaps.id desc limit ${limit} offset ${offset}
    `.execute(database),
    sql<{ total: number }>`select count(*)::float8 as total from swaps where account = ${account}`.execute(
      database,
    ),
  ]);
  const rows = page.rows.map((row) => ({ ...swapOf(row), asked: row.asked }));
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** The swap that placed this order; so who repeats a swap can be answered with it. */
export async function findSwapOfOrder(
  database: QueryExecutorProvider,
  { account, orderId }: { account: string; orderId: number },
): Promise<SwapRecord | undefined> {
  const { rows } = await sql<SwapRow>`
    select ${swapColumns} from swaps where account = ${account} and ${orderId}::bigint = any(order_ids)
    order by swaps.id desc limit 1
  `.execute(database);
  return rows[0] && swapOf(rows[0]);
}
