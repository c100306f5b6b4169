import type { TradeExecuted } from '@emporion/core';
import { marketHistory } from '#modules/market-data/index.ts';
import { liveExchange, seen } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { CommittedBatch } from '#platform/runtime.ts';
import { addBook } from './book/book-routes.ts';
import { addCandles } from './candles/candles-feed.ts';
import type { FeedParts } from './feed-parts.ts';
import { addBalanceTopics } from './own/balance-topics.ts';
import { addOrderTopics } from './own/order-topics.ts';
import { OwnFeeds } from './own/own-feeds.ts';
import { sendDeals } from './own/send-deals.ts';
import { addWalletHistoryTopics } from './own/wallet-history-topics.ts';
import { addTickers } from './tickers/tickers-feed.ts';
import { everyMs } from './ticking.ts';
import { touchedBy } from './touched.ts';
import { addTrades } from './trades/trades-feed.ts';

/** Books, trades and one's own orders and balances are told this often at most; nobody reads faster. */
const quickMs = 100;
const candlesMs = 250;
const tickersMs = 1_000;

/**
 * What people see happen: the book, trades, candles and tickers of every pair, and one's own orders, balances and deals. Everything here
 * is told after it is durable, and what is told twice within a moment is told once.
 */
export const feedsModule: ServerModule = {
  name: 'feeds',
  async register(app, platform) {
    const parts: FeedParts = { platform, live: await liveExchange(platform) };
    const stop = await openFeeds(app, parts);
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

  const early: CommittedBatch[] = [];
  let take = (batch: CommittedBatch): void => {
    early.push(batch);
  };
  const forget = platform.runtime.onCommitted((batch) => take(batch));
  const known = await seed(platform, { trades, tickers });
  const apply = (batch: CommittedBatch): void => {
    const executed = batch.events.filter((event): event is TradeExecuted => event.kind === 'TradeExecuted');
    if (executed.length > 0) {
      trades.add(executed);
      if (batch.number > known) tickers.add(executed);
      for (const { market } of executed) candles.touch(market);
      sendDeals(app, parts, executed);
    }
    // Every order waits for this, so where nobody looks nothing is worked out.
    if (!book.isFollowed() && !own.isFollowed) return;
    const touched = touchedBy(batch.events, live);
    for (const market of touched.markets) book.touch(market);
    for (const account of touched.accounts) own.touch(account);
  };
  for (const batch of early) apply(batch);
  take = apply;

  const { log } = platform;
  const stops = [
    everyMs(quickMs, () => trades.flush(), log),
    everyMs(quickMs, () => book.flush(), log),
    everyMs(quickMs, () => own.flush(), log),
    everyMs(candlesMs, () => candles.flush(), log),
    everyMs(tickersMs, () => tickers.flush(), log),
  ];
  return () => {
    forget();
    for (const stop of stops) stop();
  };
}

/** Fills what the feeds begin with from the history. Answers with the last batch of which the tickers know. */
async function seed(
  { projections, runtime }: Platform,
  { trades, tickers }: { trades: { seed(): Promise<void> }; tickers: { seed(): Promise<number> } },
): Promise<number> {
  // A history that lags far behind is not waited for: the tape then begins with what there is.
  await projections.caughtUp(marketHistory, runtime.position.batch);
  await trades.seed();
  return tickers.seed();
}
