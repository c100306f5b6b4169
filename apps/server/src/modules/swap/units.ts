import { formatDecimal } from '@emporion/kernel';
import { coinAmount, type LiveExchange } from '#modules/trading/index.ts';
import { Problem } from '#platform/http/problem.ts';

/** @throws Problem coin_invalid, amount_too_many_decimals. */
export function unitsOf(live: LiveExchange, coin: string, text: string): bigint {
  const decimals = live.coins.get(coin);
  if (decimals === undefined) throw new Problem('coin_invalid');
  return coinAmount(text, decimals, 'amount_too_many_decimals');
}

/** @throws Problem amount_too_small, and what `unitsOf` throws. */
export function positiveUnits(live: LiveExchange, coin: string, text: string): bigint {
  const units = unitsOf(live, coin, text);
  if (units > 0n) return units;
  throw new Problem('amount_too_small', { params: { min: formatDecimal(1n, live.coins.get(coin) ?? 0) } });
}

/** What stays on a balance because no market takes it, as callers are shown it; null for nothing. */
export function remainderOf(live: LiveExchange, { coin, units }: { coin: string; units: bigint }) {
  return units > 0n ? { currency: coin, amount: formatDecimal(units, live.coins.get(coin) ?? 0) } : null;
}
