import type { MarketState } from '@emporion/core';
import { type QueryExecutorProvider, sql } from 'kysely';

/** A coin as far as trading is concerned, hidden ones included. */
export interface CoinRules {
  readonly code: string;
  readonly decimals: number;
  readonly hidden: boolean;
  readonly swapDisabled: boolean;
  readonly pairsDisabled: boolean;
  readonly orderBookDisabled: boolean;
}

/** A pair's rules as an operator writes them: decimal numbers, not the book's units. */
export interface PairRules {
  readonly code: string;
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly tick: string;
  readonly lot: string;
  readonly quantityMin: string;
  readonly quantityMax: string;
  readonly costMin: string;
  readonly costMax: string;
  readonly bandPercent: string;
  readonly state: MarketState;
  readonly disabled: boolean;
}

/** Rates are in parts per million. */
export interface FeeTierRow {
  readonly tier: number;
  readonly name: string;
  readonly volume: string;
  readonly maker: number;
  readonly taker: number;
}

/** Everything in SQL that decides how the core trades. */
export interface TradingRules {
  readonly coins: readonly CoinRules[];
  readonly pairs: readonly PairRules[];
  readonly tiers: readonly FeeTierRow[];
}

// Amounts leave the database as text: a JavaScript number cannot hold them.
const amount = (column: string) => sql`trim_scale(${sql.ref(column)})::text`;

export async function loadTradingRules(db: QueryExecutorProvider): Promise<TradingRules> {
  const [coins, pairs, tiers] = await Promise.all([
    sql<CoinRules>`
      select
        code, decimals, hidden, swap_disabled as "swapDisabled", pairs_disabled as "pairsDisabled",
        order_book_disabled as "orderBookDisabled"
      from coins order by place, code
    `.execute(db),
    sql<PairRules>`
      select
        code, base, quote, price_decimals as "priceDecimals", quantity_decimals as "quantityDecimals",
        ${amount('tick')} as tick, ${amount('lot')} as lot, ${amount('quantity_min')} as "quantityMin",
        ${amount('quantity_max')} as "quantityMax", ${amount('cost_min')} as "costMin", ${amount('cost_max')} as "costMax",
        ${amount('band_percent')} as "bandPercent", state, disabled
      from pairs order by place, id
    `.execute(db),
    loadFeeTiers(db),
  ]);
  return { coins: coins.rows, pairs: pairs.rows, tiers };
}

export async function loadFeeTiers(db: QueryExecutorProvider): Promise<FeeTierRow[]> {
  const { rows } = await sql<FeeTierRow>`
    select tier, name, ${amount('volume')} as volume, maker, taker from fee_tiers order by tier
  `.execute(db);
  return rows;
}
