export {
  type Fraction,
  isNaturalNumber,
  isPositiveInteger,
  mulDivDown,
  mulDivUp,
  multiplyExactly,
  powerOfTen,
  toSafeInteger,
} from './integer.ts';
export { InvariantError, invariant } from './invariant.ts';
export { fail, type Result, succeed } from './result.ts';
