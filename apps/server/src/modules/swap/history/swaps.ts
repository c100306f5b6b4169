import type { Queryable } from '#platform/database/database.ts';

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

export const swapColumns = `id::float8 AS id, account, from_coin AS "from", to_coin AS "to", given::text AS given,
  received::text AS received, order_ids::float8[] AS "orderIds", swapped_at::float8 AS "swappedAt"`;

export type SwapRow = Omit<SwapRecord, 'given' | 'received'> & {
  readonly given: string;
  readonly received: string;
};

export function swapOf(row: SwapRow): SwapRecord {
  return { ...row, given: BigInt(row.given), received: BigInt(row.received) };
}

/** The swaps of an account, the newest first, and how many there are. */
export async function listSwaps(
  database: Queryable,
  { account, limit, offset }: { account: string; limit: number; offset: number },
): Promise<{ rows: SwapRecord[]; total: number }> {
  const [page, count] = await Promise.all([
    database.query<SwapRow>(
      `SELECT ${swapColumns} FROM swaps WHERE account = $1 ORDER BY swaps.id DESC LIMIT $2 OFFSET $3`,
      [account, limit, offset],
    ),
    database.query<{ total: number }>('SELECT count(*)::float8 AS total FROM swaps WHERE account = $1', [
      account,
    ]),
  ]);
  return { rows: page.rows.map(swapOf), total: count.rows[0]?.total ?? 0 };
}

/** The swap that placed this order; so who repeats a swap can be answered with it. */
export async function findSwapOfOrder(
  database: Queryable,
  { account, orderId }: { account: string; orderId: number },
): Promise<SwapRecord | undefined> {
  const { rows } = await database.query<SwapRow>(
    `SELECT ${swapColumns} FROM swaps WHERE account = $1 AND $2::bigint = ANY (order_ids) ORDER BY swaps.id DESC LIMIT 1`,
    [account, orderId],
  );
  return rows[0] && swapOf(rows[0]);
}
