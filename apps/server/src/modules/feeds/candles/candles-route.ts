import { createHash } from 'node:crypto';
import { marketDataEndpoints } from '@emporion/contracts/rest';
import { marketHistory } from '#modules/market-data/index.ts';
import { seen } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { FeedParts } from '../feed-parts.ts';
import { findPair } from '../shown-pairs.ts';
import { CandleCache } from './candle-cache.ts';
import { candleOnWire } from './candle-wire.ts';

/** Some 200,000 candles: the charts that people look at, and room for those who scroll back. */
const keptBytesMax = 48 * 1_024 * 1_024;
/** Closed candles change only when the history is made anew. */
const closedForSeconds = 60;

/** Candles over HTTP. Closed ones come from memory as they are sent. */
export function addCandlesRoute(app: App, { platform, live }: FeedParts): void {
  const cache = new CandleCache({
    reads: platform.database.publicReads,
    encode: (candle, market) => JSON.stringify(candleOnWire(candle, live.market(market))),
    bytesMax: keptBytesMax,
  });

  serveEndpoint(
    app,
    marketDataEndpoints.candles,
    async ({ params, query, request, reply }) => {
      const { code } = await findPair(platform, params.pair);
      const { timeframe, before, limit } = query;
      await seen(platform, marketHistory);
      const now = platform.clock.now().getTime();
      const { texts, isClosed } = await cache.list({ market: code, timeframe, before, limit }, now);
      const text = `{"pair":${JSON.stringify(code)},"timeframe":"${timeframe}","results":[${texts.join(',')}]}`;
      const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
      reply
        .header('etag', etag)
        .header('cache-control', isClosed ? `public, max-age=${closedForSeconds}` : 'public, no-cache');
      if (request.headers['if-none-match'] === etag) reply.code(304).send();
      else reply.type('application/json; charset=utf-8').send(text);
      // The text is the answer, encoded already.
      return reply as never;
    },
    { exactAnswer: true },
  );
}
