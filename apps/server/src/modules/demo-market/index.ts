import { marketHistory } from '#modules/market-data/index.ts';
import { accepted, type LiveExchange, liveExchange } from '#modules/trading/index.ts';
import { watcherOf } from '#modules/wallet/index.ts';
import { demoUsers } from '#platform/demo/demo-users.ts';
import { whileListening } from '#platform/http/while-listening.ts';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { demoMakers, demoTakers, idsOf, seedDemoBots } from './bots/demo-bots.ts';
import { fund, traderFunds } from './bots/fund.ts';
import { startDemoMarket } from './demo-market.ts';
import { type DemoPair, demoPairs } from './demo-pairs.ts';
import { writeHistory } from './history/write-history.ts';
import { noticeWatchers } from './watchers.ts';

export { fund as fundDemoAccounts } from './bots/fund.ts';

/**
 * The markets of a demo: money for its people, a history for its charts, and makers and takers who are accounts like everybody's and use the API
 * as everybody does. It stands before the feeds, which begin with the history.
 */
export const demoMarketModule: ServerModule = {
  name: 'demo-market',
  needs: [liveExchange, watcherOf],
  async register(app, platform) {
    const { config, clock, projections, runtime } = platform;
    if (!config.demo) return;
    const live = await liveExchange(platform);
    await fundPeople(platform);
    const pairs = demoPairs(live);
    if (!config.demoMarket) {
      await leaveBooks(platform, live);
      return tellAnchors(platform, pairs);
    }
    // What was traded before the last stop must be known, or it would be generated a second time.
    await projections.caughtUp(marketHistory, runtime.position.batch, 10_000);
    const now = clock.now().getTime();
    // One after another: generating keeps the thread busy, and a connection that is being opened meanwhile would be taken for one that failed.
    for (const pair of pairs) await writeHistory(platform, pair, now);
    const isWatched = noticeWatchers(
      app,
      pairs.map(({ code }) => code),
    );
    whileListening(app, () => {
      const address = app.server.address();
      if (address === null || typeof address === 'string') return undefined;
      return startDemoMarket({ platform, live, pairs, isWatched, address });
    });
  },
  seedDemo: (platform, transaction) => seedDemoBots(transaction, platform),
};

/** Without makers the price stands still, and orders that follow it still have something to follow. */
async function tellAnchors({ runtime }: Platform, pairs: readonly DemoPair[]): Promise<void> {
  for (const { code: market, anchor: price } of pairs)
    accepted(await runtime.execute({ kind: 'SetReferencePrice', key: null, market, price }));
}

/** What makers and takers left in the books at the last stop would stand there for good. */
async function leaveBooks(platform: Platform, live: LiveExchange): Promise<void> {
  const bots = await idsOf(platform, [...demoMakers, ...demoTakers]);
  for (const account of bots.filter((bot) => live.orders.openOf(bot).length > 0))
    accepted(await platform.runtime.execute({ kind: 'CancelOrders', key: null, account }));
}

async function fundPeople(platform: Platform): Promise<void> {
  const traders = demoUsers.filter(({ roles }) => roles.length === 0);
  const accounts = await idsOf(platform, traders);
  await fund(platform, { accounts, funds: traderFunds, purpose: 'begin' });
}
