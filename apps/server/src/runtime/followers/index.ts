/** The door for modules that follow the journal. It leads to nothing that runs the exchange, so a worker may come in by it. */
export { buckets } from '../verify/buckets.ts';
export { compared, problemsOf, projectionPart } from '../verify/projection-part.ts';
export { TableDigest } from '../verify/row-digest.ts';
export type { Moment as VerifyMoment, VerifyPart } from '../verify/verify-part.ts';
export { checkpointOf } from './checkpoints.ts';
export { cachedRowsMax, type DurableFollower, type Moment, walkEvents } from './follower.ts';
export { MarketDefinitions, marketsTable, readMarketDefinitions } from './market-definitions.ts';
export { paidFor, type TradeSide, tradeSides } from './trade-sides.ts';
