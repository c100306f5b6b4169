import type { MarketMath } from './market-math.ts';
import type { OrderDraft } from './order-draft.ts';

/** A price further than this from the middle of the book is asked about. */
const farPercent = 5;

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
