import type pg from 'pg';
import { insertRows } from '#platform/database/insert-rows.ts';
import { type DurableFollower, MarketDefinitions, readMarketDefinitions } from '#runtime/followers/index.ts';
import { MarketDataFold, type ProjectedCandle } from './market-data-fold.ts';
import { candlesTable, projectedMarketsTable, tradesTable } from './market-data-tables.ts';
import { marketHistory } from './trades.ts';

/** What anyone may see of the trading: trades, and the candles they make. */
export const marketDataFollower: DurableFollower = {
  name: marketHistory,
  version: 1,
  tables: ['trades', 'candles', 'projected_markets'],
  open: async (client) => {
    const markets = new MarketDefinitions(await readMarketDefinitions(client, projectedMarketsTable));
    const fold = new MarketDataFold(markets, await latestCandles(client));
    return {
      apply: (batch) => fold.apply(batch),
      write: async (connection) => {
        const { trades, candles } = fold.takeChanges();
        await fold.markets.write(connection, projectedMarketsTable);
        await insertRows(connection, tradesTable, trades);
        await insertRows(connection, candlesTable, candles);
      },
    };
  },
};

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
