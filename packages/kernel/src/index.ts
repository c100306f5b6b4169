export { type DecimalFailure, formatDecimal, parseDecimal, parseShortDecimal } from './decimal.ts';
export {
  type Fraction,
  isNaturalNumber,
  isPositiveInteger,
  mulDivDown,
  mulDivUp,
  powerOfTen,
  toSafeInteger,
} from './integer.ts';
export { InvariantError, invariant } from './invariant.ts';
export {
  areDecimalsUsable,
  type MarketDecimals,
  movePrice,
  QuoteUnits,
  rateScale,
  rateUp,
} from './quote-units.ts';
export { fail, type Result, succeed } from './result.ts';
