import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

/** @throws Problem coin_invalid. */
export async function requireCoin(db: QueryExecutorProvider, coin: string): Promise<void> {
  const { rows } = await sql`select from coins where code = ${coin}`.execute(db);
  if (rows.length === 0) throw new Problem('coin_invalid');
}
