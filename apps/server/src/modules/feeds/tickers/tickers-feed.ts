import { type PairVolume, sparklineEndpoints } from '@emporion/contracts/rest';
import type { Exchange, TradeExecuted } from '@emporion/core';
import { readTickerSeed, TickerBoard } from '#modules/market-data/index.ts';
import { figuresOnWire, type PairFigures, readMarkets, setPairFigures } from '#modules/markets/index.ts';
import { Shared } from '#platform/concurrency/shared.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { registerTopic } from '#realtime/index.ts';
import { Broadcast } from '../broadcast.ts';
import type { FeedParts } from '../feed-parts.ts';
import { followShared, keptMs } from '../follow-shared.ts';
import { type BestPrices, pairFigures } from './pair-figures.ts';

interface Tickers {
  readonly broadcast: Broadcast;
  shown: readonly PairVolume[];
}

/** The 24-hour figures of every pair: in the lists over HTTP, and live over the socket, where only the pairs that changed are told. */
export function addTickers(app: App, { platform, live }: FeedParts) {
  let board = new TickerBoard();
  let isKnown = () => false;
  const followed = new Shared<Tickers>(keptMs);

  const read = async (): Promise<PairFigures[]> => {
    const { pairs } = await readMarkets(platform);
    const now = platform.clock.now().getTime();
    const best = await platform.view.read(bestPrices);
    const tickerOf = (code: string) => (isKnown() ? (board.ticker(code, now) ?? 'none') : 'unknown');
    return pairs.map(({ id, code }) => ({
      id,
      code,
      ...pairFigures(live.market(code), tickerOf(code), best.get(code) ?? { bid: 0, ask: 0 }),
    }));
  };
  const readShown = async () => (await read()).map(figuresOnWire);

  const make = async (): Promise<Tickers> => {
    const tickers: Tickers = {
      shown: await readShown(),
      broadcast: new Broadcast(() => ({ kind: 'pairs_volume', pairs: [...tickers.shown] })),
    };
    return tickers;
  };

  setPairFigures(platform, read);

  serveEndpoint(app, sparklineEndpoints.list, async () => {
    const { pairs } = await readMarkets(platform);
    const now = platform.clock.now().getTime();
    return {
      pairs: pairs.map(({ code }) => ({
        code,
        closes: board.closes(code, now).map((close) => live.market(code).showPrice(close)),
      })),
    };
  });

  registerTopic(app, {
    name: 'pairs_volume',
    open: async (subscriber) => followShared(await followed.use('all', make), subscriber),
  });

  return {
    /** Until this says so, nobody knows what happened within 24 hours. */
    knownWhen: (ask: () => boolean): void => {
      isKnown = ask;
    },
    /** Begins anew with what the history has. Answers with the last batch whose trades that contains. */
    seed: async (): Promise<number> => {
      const { batch, markets } = await readTickerSeed(platform.database.pool, {
        now: platform.clock.now().getTime(),
      });
      board = new TickerBoard();
      for (const [market, minutes] of markets) board.seed(market, minutes);
      return batch;
    },
    add: (trades: readonly TradeExecuted[]): void => {
      for (const trade of trades) board.add(trade);
    },
    flush: async (): Promise<void> => {
      for (const tickers of followed.values()) {
        tickers.broadcast.recover();
        if (tickers.broadcast.isTelling) continue;
        const before = new Map(tickers.shown.map((pair) => [pair.code, JSON.stringify(pair)]));
        tickers.shown = await readShown();
        const changed = tickers.shown.filter((pair) => before.get(pair.code) !== JSON.stringify(pair));
        if (changed.length > 0) tickers.broadcast.publish({ kind: 'pairs_volume', pairs: changed });
      }
    },
  };
}

function bestPrices({ markets }: Exchange): Map<string, BestPrices> {
  return new Map(
    [...markets.values()].map(({ code, book }) => [
      code,
      { bid: book.bids.best?.price ?? 0, ask: book.asks.best?.price ?? 0 },
    ]),
  );
}
