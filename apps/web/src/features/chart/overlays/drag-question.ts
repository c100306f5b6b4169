import type { Order } from '@emporion/contracts/rest';
import type { BestPrices } from '#market/best-prices.ts';
import { fromUnits, toUnits, unitDecimals } from '#market/units.ts';

/** Why somebody is asked before an order goes where it was dragged to. */
export type DragQuestion =
  | { readonly reason: 'trades'; readonly best: string }
  | { readonly reason: 'far'; readonly percent: string }
  | { readonly reason: 'stop' };

export interface OrderDrag {
  readonly order: Pick<Order, 'operation' | 'post_only'>;
  readonly field: string;
  readonly price: string;
}

/** A price further than this from the middle of the book is asked about, as in the form. */
const farPercent = toUnits('5');

function percentFrom(price: string, mid: string): bigint {
  const middle = toUnits(mid);
  if (middle === 0n) return 0n;
  const away = ((toUnits(price) - middle) * 100n * 10n ** BigInt(unitDecimals)) / middle;
  return away < 0n ? -away : away;
}

/**
 * What to ask before a dragged order is sent; null where nothing is to be asked. What would trade at once is asked about
 * always: a slip of the pointer is no order. The rest follows the preference of its owner.
 */
export function dragQuestion(
  { order: { operation, post_only }, field, price }: OrderDrag,
  { bid, ask, mid }: BestPrices,
  asks: boolean,
): DragQuestion | null {
  if (field === 'stop_price') return asks ? { reason: 'stop' } : null;
  const best = operation === 'buy' ? ask : bid;
  if (best !== null && !post_only) {
    const beyond = toUnits(price) - toUnits(best);
    if (operation === 'buy' ? beyond >= 0n : beyond <= 0n) return { reason: 'trades', best };
  }
  if (!asks || mid === null) return null;
  const away = percentFrom(price, mid);
  return away > farPercent ? { reason: 'far', percent: fromUnits(away) } : null;
}
