/** The door for what follows the journal and reads orders: it leads to no routes, so a worker may come in by it. */
export { MarketUnits } from '../units.ts';
export { type OrderRecord, ordersHistory, readOrders } from './orders.ts';
export { ordersFollower } from './orders-follower.ts';
export { orderMarketsTable } from './orders-tables.ts';
