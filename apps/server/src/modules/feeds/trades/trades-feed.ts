import { marketDataEndpoints } from '@emporion/contracts/rest';
import type { TradeExecuted } from '@emporion/core';
import { listTrades, type TradeRecord } from '#modules/market-data/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { registerTopic } from '#realtime/index.ts';
import { Broadcast, type Unnumbered } from '../broadcast.ts';
import type { FeedParts } from '../feed-parts.ts';
import { findPair } from '../shown-pairs.ts';
import { TradeLog } from './trade-log.ts';
import { tradeOnWire } from './trade-wire.ts';

/** Recent trades that a page shows, as the specification has it, and that one call may ask for. */
const shownMax = 40;
const keptMax = 200;

interface MarketTrades {
  log: TradeLog;
  readonly broadcast: Broadcast;
  /** Those that followers have not heard of, newest first. */
  news: TradeRecord[];
}

/** The public tape of trades, once over HTTP and live over the socket. */
export function addTrades(app: App, { platform, live }: FeedParts) {
  const markets = new Map<string, MarketTrades>();

  const message = (code: string, trades: readonly TradeRecord[]): Unnumbered => {
    const market = live.market(code);
    return { kind: 'trades', pair: code, results: trades.map((trade) => tradeOnWire(trade, market)) };
  };

  const marketTrades = (code: string): MarketTrades => {
    const existing = markets.get(code);
    if (existing) return existing;
    const trades: MarketTrades = {
      log: new TradeLog(keptMax),
      broadcast: new Broadcast(() => message(code, trades.log.latest(shownMax))),
      news: [],
    };
    markets.set(code, trades);
    return trades;
  };

  serveEndpoint(
    app,
    marketDataEndpoints.trades,
    async ({ params, query }) => {
      const { code } = await findPair(platform, params.pair);
      const market = live.market(code);
      return {
        results: marketTrades(code)
          .log.latest(query.limit)
          .map((trade) => tradeOnWire(trade, market)),
      };
    },
    { exactAnswer: true },
  );

  registerTopic(app, {
    name: 'trades',
    open: async (subscriber, { pair }) => {
      const { code } = await findPair(platform, pair);
      const trades = marketTrades(code);
      // What one sees as a whole, the others must have heard of by then.
      tell(code, trades);
      const { again, leave } = trades.broadcast.follow(subscriber);
      return {
        again: () => {
          tell(code, trades);
          again();
        },
        leave,
      };
    },
  });

  const tell = (code: string, trades: MarketTrades): void => {
    if (trades.news.length > 0) trades.broadcast.publish(message(code, trades.news.slice(0, shownMax)));
    trades.news = [];
    trades.broadcast.recover();
  };

  return {
    /** Begins anew with what the history has. A trade that is told of later, and is in it already, is not counted again. */
    seed: async () => {
      for (const { code } of live.markets) {
        const { rows } = await listTrades(platform.database.kysely, { market: code }, { limit: keptMax });
        marketTrades(code).log = new TradeLog(keptMax, rows);
      }
    },
    add: (events: readonly TradeExecuted[]): void => {
      for (const [code, own] of byMarket(events)) {
        const trades = marketTrades(code);
        trades.news = [...trades.log.add(own), ...trades.news].slice(0, keptMax);
      }
    },
    flush: () => {
      for (const [code, trades] of markets) if (!trades.broadcast.isTelling) tell(code, trades);
    },
  };
}

function byMarket(events: readonly TradeExecuted[]): Map<string, TradeExecuted[]> {
  const markets = new Map<string, TradeExecuted[]>();
  for (const event of events) {
    const own = markets.get(event.market);
    if (own) own.push(event);
    else markets.set(event.market, [event]);
  }
  return markets;
}
