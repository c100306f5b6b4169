import { type QueryExecutorProvider, sql } from 'kysely';

/** In USDT of value, over all coins. */
export interface DailyMaximum {
  readonly level: number;
  readonly withdrawal_a_day: string;
}

export async function loadDailyMaxima(db: QueryExecutorProvider): Promise<readonly DailyMaximum[]> {
  const { rows } = await sql<DailyMaximum>`
    select level, trim_scale(value_a_day)::text as withdrawal_a_day from withdrawal_levels order by level
  `.execute(db);
  return rows;
}
