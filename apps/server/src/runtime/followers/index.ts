export { checkpointOf } from './checkpoints.ts';
export { cachedRowsMax, type DurableFollower, type Moment, walkEvents } from './follower.ts';
export { serveThread } from './follower-thread.ts';
export { MarketDefinitions, marketsTable, readMarketDefinitions } from './market-definitions.ts';
export { rebuildFollowers } from './rebuild.ts';
export { startFollowers } from './start-followers.ts';
export { paidFor, type TradeSide, tradeSides } from './trade-sides.ts';
