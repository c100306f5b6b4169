export type * from './exchange/commands.ts';
export type * from './exchange/events.ts';
export { evolve } from './exchange/evolve.ts';
export { Exchange } from './exchange/exchange.ts';
export { type Execution, execute, type Outcome } from './exchange/execute.ts';
export { defaultLimits, type ExchangeLimits } from './exchange/limits.ts';
export { type Rejection, type RejectionCode, rejectionCodes } from './exchange/rejection.ts';
