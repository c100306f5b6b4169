import type { Timeframe } from '@emporion/contracts/rest';
import type { MarketDefinition } from '@emporion/core';
import type pg from 'pg';
import { type ProjectedCandle, ProjectionState } from '#runtime/projections/model/state.ts';

/** The rows that are few and wanted all the time: markets, and the latest candle of each. The others are fetched when they are needed. */
export async function loadState(client: pg.ClientBase): Promise<ProjectionState> {
  const state = new ProjectionState();
  const { rows: markets } = await client.query<MarketDefinition>(
    `SELECT market, base, quote, base_decimals AS "baseDecimals", quote_decimals AS "quoteDecimals",
       price_decimals AS "priceDecimals", quantity_decimals AS "quantityDecimals" FROM projected_markets`,
  );
  for (const market of markets) state.markets.set(market.market, market);
  for (const candle of await latestCandles(client)) {
    let latest = state.candles.get(candle.market);
    if (!latest) {
      latest = new Map<Timeframe, ProjectedCandle>();
      state.candles.set(candle.market, latest);
    }
    latest.set(candle.timeframe, candle);
  }
  return state;
}

async function latestCandles(client: pg.ClientBase): Promise<ProjectedCandle[]> {
  type CandleRow = Omit<ProjectedCandle, 'volume' | 'quoteVolume'> & { volume: string; quoteVolume: string };
  const { rows } = await client.query<CandleRow>(
    `SELECT market, timeframe, latest.* FROM projected_markets
     CROSS JOIN unnest(ARRAY['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M']) AS timeframe
     CROSS JOIN LATERAL (
       SELECT time::float8 AS time, open::float8 AS open, high::float8 AS high, low::float8 AS low, close::float8 AS close,
         volume::text AS volume, quote_volume::text AS "quoteVolume", trades
       FROM candles WHERE candles.market = projected_markets.market AND candles.timeframe = timeframe.timeframe
       ORDER BY candles.time DESC LIMIT 1
     ) AS latest`,
  );
  return rows.map((row) => ({ ...row, volume: BigInt(row.volume), quoteVolume: BigInt(row.quoteVolume) }));
}
