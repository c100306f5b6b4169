import { marketDataEndpoints, type Timeframe } from '@emporion/contracts/rest';
import { succeed } from '@emporion/kernel';
import { useMemo } from 'react';
import { call } from '#api/api.ts';
import { candlesWithLast } from '#market/candles-with-last.ts';
import { market } from '#market/market.ts';
import { type CandleHistory, createCandleHistory, historyPage } from './candle-history.ts';

/** The candles of a pair: the newest by the socket, older ones as they are asked for. */
export function useCandleHistory(pair: string, timeframe: Timeframe): CandleHistory {
  return useMemo(
    () =>
      createCandleHistory({
        live: candlesWithLast(market.candles({ pair, timeframe }), market.trades(pair)),
        async fetchBefore(before) {
          const query = { timeframe, before, limit: historyPage };
          const answer = await call(marketDataEndpoints.candles, { params: { pair }, query });
          return answer.ok ? succeed(answer.value.results) : answer;
        },
      }),
    [pair, timeframe],
  );
}
