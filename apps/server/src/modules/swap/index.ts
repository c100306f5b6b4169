import { liveExchange, refusalsOfDay, tradingOf } from '#modules/trading/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { addQuoteRoutes } from './quotes/quote-routes.ts';
import { addSwapRoutes } from './swap-routes.ts';

export { findRoute } from './route.ts';

/** Quick swaps of one coin into another. */
export const swapModule: ServerModule = {
  name: 'swap',
  needs: [liveExchange, refusalsOfDay],
  async register(app, platform) {
    const trading = await tradingOf(platform);
    addSwapRoutes(app, trading);
    addQuoteRoutes(app, trading);
  },
};
