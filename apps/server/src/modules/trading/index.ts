import { boundBodies } from '#platform/http/bodies/bounded-bodies.ts';
import type { ServerModule } from '#platform/module.ts';
import { followSwitches, reconcileSwitches, stopTrading } from './account-switches.ts';
import { liveExchange } from './live/live-exchange.ts';
import { addBatchRoutes } from './orders/batch-routes.ts';
import { addChangeRoutes } from './orders/change-routes.ts';
import { orderLimit } from './orders/order-limit.ts';
import { addPlaceRoutes } from './orders/place-routes.ts';
import { addReadRoutes } from './orders/read-routes.ts';
import { tradingOf } from './orders/trading.ts';
import { refusalsOfDay } from './refusals-of-day/refusals-of-day.ts';

export { followAccount } from './account-switches.ts';
export { ensureAccount, requireThawed } from './accounts.ts';
export { fillOnWire, fillsOfTrade } from './fill-wire.ts';
export {
  type AllOrdersFilter,
  listAllOrders,
  type OrderStatus,
} from './history/all-orders.ts';
export { type AllTradesFilter, listAllTrades, type WholeTrade } from './history/all-trades.ts';
export { listClosedOrders } from './history/closed-orders.ts';
export { countFills, type FillFilter, type FillRecord, listFills } from './history/fills.ts';
export {
  countOrders,
  listOrders,
  type OrderFilter,
  type OrderRecord,
  ordersHistory,
  readOrders,
} from './history/orders.ts';
export { type LiveExchange, liveExchange } from './live/live-exchange.ts';
export { orderOnWire, statusOf } from './order-wire.ts';
export { fillFilterOf, orderFilterOf } from './orders/history-filters.ts';
export { findOwnOrder, submit, type Trading, tradingOf } from './orders/trading.ts';
export { whyRouteClosed } from './orders/why-closed.ts';
export { type Accepted, accepted, problemOf } from './refusals.ts';
export { refusalsOfDay } from './refusals-of-day/refusals-of-day.ts';
export { readSeen, requireSeen, seen } from './seen.ts';
export { coinAmount, MarketUnits } from './units.ts';

const switchesJob = 'trading.reconcile_switches';

/** Several times what an order with all of its fields takes. */
const orderBytesMax = 4_096;

/** Orders: placing, changing, cancelling and reading them. */
export const tradingModule: ServerModule = {
  name: 'trading',
  offers: [liveExchange, refusalsOfDay],
  async register(app, platform) {
    const trading = await tradingOf(platform);
    await reconcileSwitches(trading);
    // Each is a limit of its own: who has placed too many orders can still cancel them.
    const limits = { placing: orderLimit(platform.config), changing: orderLimit(platform.config) };
    await boundBodies(app, { bytesMax: orderBytesMax }, (scope) => {
      addPlaceRoutes(scope, trading, limits.placing);
      addChangeRoutes(scope, trading, limits.changing);
    });
    await addBatchRoutes(app, trading, limits);
    addReadRoutes(app, trading);
    // An order of a frozen account must not trade on: it may be a thief's.
    if (app.hasDecorator('accountHooks')) {
      app.accountHooks.addFreezeTask((account) => stopTrading(trading, account));
      app.accountHooks.addThawTask((account) => followSwitches(trading, account));
    }
  },
  jobs: {
    [switchesJob]: async (_payload, { platform }) => reconcileSwitches(await tradingOf(platform)),
  },
  cron: [{ job: switchesJob, match: '* * * * *' }],
};
