import type { ServerModule } from '#platform/module.ts';
import { addHaltRoute } from './halt-route.ts';
import { addOrderCancelRoutes } from './orders/cancel-routes.ts';
import { addOrderReadRoutes } from './orders/read-routes.ts';

/** What staff do to markets and to the orders in them. */
export const marketOperationsModule: ServerModule = {
  name: 'market-operations',
  async register(app, platform) {
    addHaltRoute(app, platform);
    await addOrderReadRoutes(app, platform);
    await addOrderCancelRoutes(app, platform);
  },
};
