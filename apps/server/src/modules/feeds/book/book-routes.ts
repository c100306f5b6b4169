import { marketDataEndpoints } from '@emporion/contracts/rest';
import { MarketUnits } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { registerTopic } from '#realtime/index.ts';
import type { FeedParts } from '../feed-parts.ts';
import { findPair, precisionOf } from '../shown-pairs.ts';
import { BookFeed, flushAll, levelOnWire } from './book-feed.ts';
import { readBook } from './levels.ts';

/** The order book over HTTP. It needs the view alone, so that a process which only follows the journal can serve it. */
export function addBookRoute(app: App, platform: Platform): void {
  const known = new Map<string, MarketUnits>();
  const unitsOf = async (code: string): Promise<MarketUnits> => {
    const units = known.get(code) ?? (await readUnits(platform, code));
    known.set(code, units);
    return units;
  };

  serveEndpoint(
    app,
    marketDataEndpoints.book,
    async ({ params, query }) => {
      const pair = await findPair(platform, params.pair);
      const market = await unitsOf(pair.code);
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
}

/** @throws Problem invalid_trading_pair. */
async function readUnits({ view }: Platform, code: string): Promise<MarketUnits> {
  const units = await view.read((exchange) => {
    const definition = exchange.markets.get(code)?.definition;
    return definition && new MarketUnits({ ...definition });
  });
  if (!units) throw new Problem('invalid_trading_pair');
  return units;
}

/** The order book, once over HTTP and live over the socket. */
export function addBook(app: App, parts: FeedParts) {
  const { platform, live } = parts;
  const feeds = new Map<string, BookFeed>();
  addBookRoute(app, platform);

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
