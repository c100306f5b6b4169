import type { Queryable } from './queryable.ts';
import { type TradeRecord, tradeColumns } from './trades.ts';

/** The trades of all markets that follow one, the oldest first. */
export async function tradesAfter(
  database: Queryable,
  { id, upTo, limit }: { id: number; upTo: number; limit: number },
): Promise<TradeRecord[]> {
  const { rows } = await database.query<TradeRecord>(
    `SELECT ${tradeColumns} FROM trades WHERE trades.id > $1 AND trades.id <= $2 ORDER BY trades.id LIMIT $3`,
    [id, upTo, limit],
  );
  return rows;
}
