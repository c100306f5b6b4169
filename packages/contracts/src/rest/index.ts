export { accountEndpoints, Balance, CoinBalance, Profile } from '#rest/account.ts';
export { apiBase, publicApiBase, unauthenticatedPaths } from '#rest/bases.ts';
export { coinCode, moment, pairCode } from '#rest/codes.ts';
export { BlockchainDefinition, Coin, CoinFee, CoinLimits, CoinLink } from '#rest/coins.ts';
export {
  type DecimalOptions,
  decimal,
  decimalLengthMax,
  decimalString,
  fractionDigitsMax,
  signedDecimalString,
} from '#rest/decimal.ts';
export { type Access, defineEndpoint, type Endpoint } from '#rest/endpoint.ts';
export { type Language, languageHeader, languages } from '#rest/languages.ts';
export { marketEndpoints } from '#rest/market.ts';
export { pageQuery } from '#rest/page.ts';
export { Pair, PairVolume } from '#rest/pairs.ts';
export { sessionEndpoints, tokenLengthMax } from '#rest/session.ts';
export { systemEndpoints } from '#rest/system.ts';
