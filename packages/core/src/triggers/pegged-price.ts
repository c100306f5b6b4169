import { movePrice } from '@emporion/kernel';
import type { Conditions, Side } from '#matching/order.ts';

/**
 * The price of a pegged order: the reference price moved by its percent, to a whole tick away from the market (buys down,
 * sells up), then within its bounds.
 */
export function peggedPrice(
  { percent, minimumPrice, maximumPrice }: Conditions,
  { side, referencePrice, tick }: { side: Side; referencePrice: number; tick: number },
): number {
  const moved = movePrice(referencePrice, percent);
  const below = moved - (moved % tick);
  const price = side === 'buy' || below === moved ? below : below + tick;
  return Math.min(Math.max(price, minimumPrice), maximumPrice);
}
