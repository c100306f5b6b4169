import type { Exchange } from '@emporion/core';
import { invariant, parseDecimal, powerOfTen } from '@emporion/kernel';
import type { VolumeRecord } from '../volumes/volumes.ts';
import type { FeeTierRecord } from './fee-tiers.ts';

/** Volumes are counted in this coin. */
export const volumeCoin = 'USDT';

/** What volumes in several coins are worth at the last prices, in the smallest unit of USDT. A coin that has no market with it counts nothing. */
export function volumeValue(
  exchange: Pick<Exchange, 'coins' | 'markets'>,
  volumes: readonly Pick<VolumeRecord, 'coin' | 'volume'>[],
): bigint {
  let value = 0n;
  for (const { coin, volume } of volumes) {
    if (coin === volumeCoin) value += volume;
    else value += valueAtLastPrice(exchange, coin, volume);
  }
  return value;
}

function valueAtLastPrice({ markets }: Pick<Exchange, 'markets'>, coin: string, volume: bigint): bigint {
  const market = markets.get(`${coin}-${volumeCoin}`);
  if (!market) return 0n;
  const { baseDecimals, quoteDecimals, priceDecimals } = market.definition;
  const numerator = volume * BigInt(market.lastPrice) * powerOfTen(quoteDecimals);
  return numerator / powerOfTen(baseDecimals + priceDecimals);
}

/** The highest tier whose volume is reached. */
export function tierFor(tiers: readonly FeeTierRecord[], value: bigint, decimals: number): number {
  let tier = 0;
  for (const { tier: number, volume } of tiers) {
    const threshold = parseDecimal(volume, decimals);
    invariant(threshold.ok, `The volume of fee tier ${number} is finer than ${volumeCoin}.`);
    if (threshold.value <= value) tier = Math.max(tier, number);
  }
  return tier;
}
