import type { MarketMath } from '#orders/model/market-math.ts';
import { type OrderDraft, pricedBy } from '#orders/model/order-draft.ts';

/** A price further than this from the middle of the book is asked about. */
const farPercent = 5;

/** How far the price of an order is from what it is compared with, in percent, below zero under it. */
export interface Distance {
  readonly percent: number;
  readonly from: 'market' | 'stop';
}

/** A stop-limit is meant for a market that has moved to its stop price, so that is what its limit is compared with. Null where it is near. */
export function farFromMarket(
  draft: OrderDraft,
  { mid, math }: { mid: string | null; math: MarketMath },
): Distance | null {
  const field = pricedBy(draft.kind);
  const from = draft.kind === 'stop_limit' ? 'stop' : 'market';
  const reference = from === 'stop' ? draft.stop_price : mid;
  if (field === null || reference === null || !isFar(draft[field], reference, math)) return null;
  const middle = math.price(reference) ?? 1;
  return { percent: (((math.price(draft[field]) ?? 0) - middle) * 100) / middle, from };
}

function isFar(text: string, mid: string, math: MarketMath): boolean {
  const [price, middle] = [math.price(text), math.price(mid)];
  if (price === null || middle === null || middle === 0) return false;
  return Math.abs(price - middle) * 100 > middle * farPercent;
}

/** Orders that take any price or wait for a stop are asked about, and those whose price is far from the market. */
export function needsConfirmation(
  draft: OrderDraft,
  { mid, math }: { mid: string | null; math: MarketMath },
): boolean {
  if (draft.kind === 'pegged') return Math.abs(Number(draft.percent)) > farPercent;
  if (draft.kind !== 'limit') return true;
  return mid !== null && isFar(draft.price, mid, math);
}
