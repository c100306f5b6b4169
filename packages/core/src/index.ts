export * from './exchange/commands.ts';
export * from './exchange/events.ts';
export { evolve } from './exchange/evolve.ts';
export { Exchange } from './exchange/exchange.ts';
export { type Execution, execute, type Outcome } from './exchange/execute.ts';
