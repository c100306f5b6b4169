import { formatDecimal, powerOfTen } from '@emporion/kernel';
import { type Rate, rateDecimals } from './coin-rates.ts';
import { isFiat } from './fiat-rates.ts';

/** How finely values of a currency are shown. */
const fiatDecimals = 2;
/** The finest decimal of the wire. */
const wireDecimals = 18;

/** What so many units of a coin are worth, in units of 10^-24. */
export function worthOf(units: bigint, decimals: number, { value }: Rate): bigint {
  return (units * value) / powerOfTen(decimals);
}

/** A worth as people read it: currencies in cents, coins in their smallest unit, rounded towards zero. */
export function showWorth(worth: bigint, currency: string, decimals: ReadonlyMap<string, number>): string {
  const places = isFiat(currency) ? fiatDecimals : (decimals.get(currency) ?? wireDecimals);
  return formatDecimal(worth / powerOfTen(rateDecimals - places), places);
}

export function showRate({ value }: Rate): string {
  return formatDecimal(value / powerOfTen(rateDecimals - wireDecimals), wireDecimals);
}
