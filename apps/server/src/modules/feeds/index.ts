import { setTimeout as wait } from 'node:timers/promises';
import type { ExchangeEvent, TradeExecuted } from '@emporion/core';
import { marketHistory } from '#modules/market-data/index.ts';
import { followMarkets, pairFiguresSource } from '#modules/markets/index.ts';
import { liveExchange, seen } from '#modules/trading/index.ts';
import { onWalletChanged } from '#modules/wallet/index.ts';
import { repeat } from '#platform/concurrency/repeat.ts';
import type { App } from '#platform/http/app.ts';
import type { ServerModule } from '#platform/module.ts';
import { addBook, addBookRoute } from './book/book-routes.ts';
import { addCandles } from './candles/candles-feed.ts';
import type { FeedParts } from './feed-parts.ts';
import { addBalanceTopics } from './own/balance-topics.ts';
import { addOrderTopics } from './own/order-topics.ts';
import { OwnFeeds } from './own/own-feeds.ts';
import { sendDeals } from './own/send-deals.ts';
import { addWalletHistoryTopics } from './own/wallet-history-topics.ts';
import { addTickers } from './tickers/tickers-feed.ts';
import { touchedBy } from './touched.ts';
import { addTrades } from './trades/trades-feed.ts';

/** Books, trades and one's own orders and balances are told this often at most; nobody reads faster. */
const quickMs = 100;
const candlesMs = 250;
const tickersMs = 1_000;
/** So long a start waits for them; a journal that takes longer to go through is gone through while people are served. */
const seedMsMax = 5_000;

/**
 * What people see happen: the book, trades, candles and tickers of every pair, and one's own orders, balances and deals. Everything here
 * is told after it is durable, and what is told twice within a moment is told once.
 */
export const feedsModule: ServerModule = {
  name: 'feeds',
  needs: [liveExchange, pairFiguresSource],
  registerReading: addBookRoute,
  async register(app, platform) {
    const parts: FeedParts = { platform, live: await liveExchange(platform) };
    const stop = await openFeeds(app, parts);
    await followMarkets(app, platform);
    app.addHook('preClose', async () => stop());
  },
};

async function openFeeds(app: App, parts: FeedParts): Promise<() => void> {
  const { platform, live } = parts;
  const [book, trades, tickers, candles, own] = [
    addBook(app, parts),
    addTrades(app, parts),
    addTickers(app, parts),
    addCandles(app, parts),
    new OwnFeeds({ log: platform.log, caughtUp: (follower) => seen(platform, follower) }),
  ];
  addOrderTopics(app, parts, own);
  addBalanceTopics(app, parts, own);
  addWalletHistoryTopics(app, parts, own);

  const following = platform.runtime.follow({
    name: 'tickers and tape',
    whenItFails: 'reseed',
    seed: async () => {
      // What a history that lags far behind does not have yet is read from the journal.
      await seen(platform, marketHistory);
      const batch = await tickers.seed();
      await trades.seed();
      return { batch };
    },
    apply: ({ events }) => {
      const executed = events.filter(isTrade);
      trades.add(executed);
      tickers.add(executed);
    },
  });
  tickers.knownWhen(() => following.isReady);
  const forget = platform.runtime.onCommitted(({ events }) => {
    const executed = events.filter(isTrade);
    for (const { market } of executed) candles.touch(market);
    if (executed.length > 0) sendDeals(app, parts, { trades: executed, events });
    // Every order waits for this, so where nobody looks nothing is worked out.
    if (!book.isFollowed() && !own.isFollowed) return;
    const touched = touchedBy(events, live);
    for (const market of touched.markets) book.touch(market);
    for (const account of touched.accounts) own.touch(account);
  });
  onWalletChanged(app, platform, {
    changed: (accounts) => {
      for (const account of accounts) own.touch(account);
    },
    missed: () => own.touchAll(),
  });
  await Promise.race([following.ready, wait(seedMsMax, undefined, { ref: false })]);

  const { log } = platform;
  const stops = [
    repeat(quickMs, () => trades.flush(), log),
    repeat(quickMs, () => book.flush(), log),
    repeat(quickMs, () => own.flush(), log),
    repeat(candlesMs, () => candles.flush(), log),
    repeat(tickersMs, () => tickers.flush(), log),
  ];
  return () => {
    forget();
    following.stop();
    for (const stop of stops) stop();
  };
}

function isTrade(event: ExchangeEvent): event is TradeExecuted {
  return event.kind === 'TradeExecuted';
}
