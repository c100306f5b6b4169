import { marketDataEndpoints } from '@emporion/contracts/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CandleQuery, marketHistory } from '#modules/market-data/index.ts';
import { seen } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { acceptedEncodings } from '#platform/http/static/stored-file.ts';
import type { FeedParts } from '../feed-parts.ts';
import { findPair } from '../shown-pairs.ts';
import { CandleCache } from './candle-cache.ts';
import { candleOnWire } from './candle-wire.ts';
import { answerOf, type MadeAnswer, NewestAnswers } from './newest-answers.ts';

/** Some 200,000 candles: the charts that people look at, and room for those who scroll back. */
const keptBytesMax = 48 * 1_024 * 1_024;
const answersBytesMax = 16 * 1_024 * 1_024;
/** Closed candles change only when the history is made anew. */
const closedForSeconds = 60;

/** Candles over HTTP. Closed ones come from memory as they are sent. */
export function addCandlesRoute(app: App, { platform, live }: FeedParts) {
  const cache = new CandleCache({
    reads: platform.database.publicReads,
    encode: (candle, market) => JSON.stringify(candleOnWire(candle, live.market(market))),
    bytesMax: keptBytesMax,
  });
  const newest = new NewestAnswers(answersBytesMax);
  /** Batches with trades, by market. */
  const trades = new Map<string, number>();

  const read = async (query: CandleQuery) => {
    const isWhole = await seen(platform, marketHistory);
    const { texts, isClosed } = await cache.list(query, platform.clock.now().getTime());
    const text = `{"pair":"${query.market}","timeframe":"${query.timeframe}","results":[${texts.join(',')}]}`;
    return { text, isClosed, isWhole };
  };

  serveEndpoint(
    app,
    marketDataEndpoints.candles,
    async ({ params, query: { timeframe, before, limit }, request, reply }) => {
      const { code: market } = await findPair(platform, params.pair);
      const chart = `${market} ${timeframe}`;
      // Counted before the history is waited for: what is traded from here on asks for another answer.
      const asked = { limit, trades: trades.get(market) ?? 0, nowMs: performance.now() };
      const kept = before === undefined ? newest.find(chart, asked) : undefined;
      if (kept) return send(request, reply, kept, { isClosed: false });
      const { text, isClosed, isWhole } = await read({ market, timeframe, before, limit });
      const isNewest = before === undefined && isWhole;
      return send(request, reply, isNewest ? newest.keep(chart, text, asked) : answerOf(text), { isClosed });
    },
    { exactAnswer: true },
  );

  return {
    /** Something was traded in the market. */
    touch: (market: string): void => {
      trades.set(market, (trades.get(market) ?? 0) + 1);
    },
  };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: MadeAnswer,
  { isClosed }: { readonly isClosed: boolean },
) {
  reply
    .header('etag', answer.etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', isClosed ? `public, max-age=${closedForSeconds}` : 'public, no-cache');
  if (request.headers['if-none-match'] === answer.etag) reply.code(304).send();
  else {
    reply.type('application/json; charset=utf-8');
    if (!acceptedEncodings(request.headers['accept-encoding']).includes('gzip')) reply.send(answer.text);
    else reply.header('content-encoding', 'gzip').send(await answer.packed);
  }
  // The text is the answer, encoded already.
  return reply as never;
}
