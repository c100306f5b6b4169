import type { Queryable } from '#platform/database/database.ts';
import {
  compared,
  problemsOf,
  projectionPart,
  TableDigest,
  type VerifyPart,
} from '#runtime/followers/index.ts';
import { MarketDataFold, type ProjectedCandle } from './market-data-fold.ts';
import { candlesTable, projectedMarketsTable, tradesTable } from './market-data-tables.ts';
import { marketHistory } from './trades.ts';

/** Trades and candles against the journal, and candles against trades. It keeps the latest candle of each kind and no other row. */
export function marketDataPart(): VerifyPart {
  const fold = new MarketDataFold();
  const trades = new TableDigest(tradesTable, ({ id }) => id);
  const candles = new TableDigest(candlesTable, () => 0);
  const latest = new Map<string, ProjectedCandle>();
  /** A candle is final once a later one of its market and timeframe has opened. */
  const noteCandle = (candle: ProjectedCandle) => {
    const key = `${candle.market} ${candle.timeframe}`;
    const before = latest.get(key);
    if (before && before !== candle) candles.add(before);
    latest.set(key, candle);
  };
  return projectionPart({
    name: 'Projected market data',
    follower: marketHistory,
    onBatch: (batch) => {
      fold.apply(batch);
      const changes = fold.takeChanges();
      for (const trade of changes.trades) trades.add(trade);
      for (const candle of changes.candles) noteCandle(candle);
    },
    tables: () => {
      for (const candle of latest.values()) candles.add(candle);
      const markets = TableDigest.of(projectedMarketsTable, fold.markets.known.values());
      return [
        compared({ writer: projectedMarketsTable, digest: markets, range: '0' }),
        compared({ writer: tradesTable, digest: trades, range: 'id' }),
        compared({ writer: candlesTable, digest: candles, range: '0' }),
      ];
    },
    sums: ({ database }) => candleProblems(database),
  });
}

/** In every timeframe the candles of a market have all of its trades, no more and no less, between its lowest and highest price. */
function candleProblems(database: Queryable): Promise<string[]> {
  return problemsOf(
    database,
    `SELECT 'The ' || timeframe || ' candles of ' || traded.market || ' do not have the trades of the market.' AS problem
     FROM (
       SELECT market, count(*) AS trades, sum(quantity) AS volume, max(price) AS high, min(price) AS low
       FROM trades GROUP BY market
     ) AS traded
     CROSS JOIN unnest(ARRAY['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M']) AS timeframe
     LEFT JOIN (
       SELECT market, timeframe, sum(trades) AS trades, sum(volume) AS volume, max(high) AS high, min(low) AS low
       FROM candles GROUP BY market, timeframe
     ) AS drawn USING (market, timeframe)
     WHERE (drawn.trades, drawn.volume, drawn.high, drawn.low)
       IS DISTINCT FROM (traded.trades, traded.volume, traded.high, traded.low)`,
  );
}
