import type { ServerModule } from '#platform/module.ts';
import { addMarketRoutes } from './market-routes.ts';
import { loadNetworks, requireAdapters } from './networks.ts';
import { pairFiguresSource } from './pair-figures.ts';
import { reconcileMarkets } from './reconcile-markets.ts';
import { seedDemoMarkets } from './seed-demo-markets.ts';

export { followMarkets } from './follow-markets.ts';
export { forgetMarkets, readMarkets, readNetworks, readTradingRules } from './market-cache.ts';
export type { Blockchain, Markets, ShownPair } from './markets.ts';
export {
  type AddressFormat,
  type CoinNetwork,
  loadNetworks,
  type MemoKind,
  type Network,
  type NetworkFamily,
  type Networks,
  requireAdapters,
} from './networks.ts';
export {
  figuresOnWire,
  type PairFigures,
  pairFiguresSource,
  readPairFigures,
  setPairFigures,
} from './pair-figures.ts';
export { reconcileMarkets } from './reconcile-markets.ts';
export { readRulesOnWire } from './rules-on-wire.ts';
export {
  type CoinRules,
  type FeeTierRow,
  loadFeeTiers,
  type PairRules,
  type TradingRules,
} from './trading-rules.ts';

/** Coins, the networks they move on, the pairs they trade in, and the rules they trade by. */
export const marketsModule: ServerModule = {
  name: 'markets',
  offers: [pairFiguresSource],
  async register(app, platform) {
    requireAdapters(await loadNetworks(platform.database.kysely), platform.config);
    await reconcileMarkets(platform);
    addMarketRoutes(app, platform);
  },
  jobs: {
    // Someone may have changed the tables by hand: the core hears of it within a minute.
    'markets.reconcile': async (_payload, { platform }) => {
      await reconcileMarkets(platform);
    },
  },
  cron: [{ job: 'markets.reconcile', match: '* * * * *' }],
  demoVersion: 4,
  seedDemo: (_platform, transaction) => seedDemoMarkets(transaction),
};
