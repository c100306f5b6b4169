import type { ServerModule } from '#platform/module.ts';
import { addMarketRoutes } from './market-routes.ts';
import { seedDemoMarkets } from './seed-demo-markets.ts';

export { forgetMarkets, readMarkets } from './market-cache.ts';
export type { Blockchain, Markets } from './markets.ts';

/** Coins, the networks they move on, and the pairs they trade in. */
export const marketsModule: ServerModule = {
  name: 'markets',
  register: addMarketRoutes,
  seedDemo: (_platform, transaction) => seedDemoMarkets(transaction),
};
