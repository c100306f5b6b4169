import { type QueryExecutorProvider, sql } from 'kysely';

export interface FeeTierRecord {
  /** The core's number of it: an account's tier, and the place in a market's fees. */
  readonly tier: number;
  /** As people know it: 1 to 5, VIP. */
  readonly name: string;
  /** From this 30-day volume on, as a decimal of USDT. */
  readonly volume: string;
  /** In parts per million of what is received. */
  readonly maker: number;
  readonly taker: number;
}

/** All tiers, the lowest first. */
export async function listFeeTiers(database: QueryExecutorProvider): Promise<FeeTierRecord[]> {
  const { rows } = await sql<FeeTierRecord>`
    select tier, name, trim_scale(volume)::text as volume, maker, taker from fee_tiers order by tier
  `.execute(database);
  return rows;
}
