import { marketDataEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { registerTopic } from '#realtime/index.ts';
import type { FeedParts } from '../feed-parts.ts';
import { findPair, precisionOf } from '../shown-pairs.ts';
import { BookFeed, flushAll, levelOnWire } from './book-feed.ts';
import { readBook } from './levels.ts';

/** The order book, once over HTTP and live over the socket. */
export function addBook(app: App, parts: FeedParts) {
  const { platform, live } = parts;
  const feeds = new Map<string, BookFeed>();

  serveEndpoint(
    app,
    marketDataEndpoints.book,
    async ({ params, query }) => {
      const pair = await findPair(platform, params.pair);
      const market = live.market(pair.code);
      const precision = precisionOf(pair, query.precision);
      const depth = { levels: query.limit, step: market.price(precision) };
      const { bids, asks } = await platform.view.read((exchange) => readBook(exchange, market.code, depth));
      return {
        pair: market.code,
        precision,
        bids: bids.map((level) => levelOnWire(level, market)),
        asks: asks.map((level) => levelOnWire(level, market)),
        time: platform.clock.now().toISOString(),
      };
    },
    { exactAnswer: true },
  );

  registerTopic(app, {
    name: 'stack',
    open: async (subscriber, { pair: code, precision }) => {
      const pair = await findPair(platform, code);
      const feed = feeds.get(pair.code) ?? new BookFeed(live.market(pair.code), platform.view);
      feeds.set(pair.code, feed);
      return feed.follow(subscriber, precisionOf(pair, precision));
    },
  });

  return {
    /** Whether anybody follows the book of any pair. */
    isFollowed: (): boolean => {
      for (const feed of feeds.values()) if (feed.isFollowed) return true;
      return false;
    },
    touch: (market: string): void => feeds.get(market)?.touch(),
    flush: (): Promise<void> => flushAll(feeds.values()),
  };
}
