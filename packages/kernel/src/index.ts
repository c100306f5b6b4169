export { InvariantError, invariant } from './invariant.ts';
export { fail, type Result, succeed } from './result.ts';
