import type { MarketMath } from '#orders/model/market-math.ts';
import { type OrderDraft, pricedBy } from '#orders/model/order-draft.ts';

/** A price further than this from the middle of the book is asked about. */
const farPercent = 5;

/** How far the price of an order is from the middle of the book, in percent, below zero under it; null where it is near. */
export function farFromMarket(
  draft: OrderDraft,
  { mid, math }: { mid: string | null; math: MarketMath },
): number | null {
  const text = draft[pricedBy(draft.kind) ?? 'price'];
  if (pricedBy(draft.kind) === null || mid === null || !isFar(text, mid, math)) return null;
  const middle = math.price(mid) ?? 1;
  return (((math.price(text) ?? 0) - middle) * 100) / middle;
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
