import { stopPriceOf } from '#orders/model/check-prices.ts';
import type { MarketMath } from '#orders/model/market-math.ts';
import type { OrderContext } from '#orders/model/order-context.ts';
import { isByTotal, type OrderDraft, pricedBy } from '#orders/model/order-draft.ts';
import { type Traded, tradedAt } from '#orders/model/received.ts';
import { type Estimate, estimateFill, type Levels, type Size } from './estimate.ts';

/** What an order would trade, and as which side of the book. */
export interface Forecast {
  readonly fills: readonly Traded[];
  /** Of an order that takes what the book has. */
  readonly book: Estimate | null;
  readonly role: 'maker' | 'taker';
}

/** Where the order stands against: the best prices for its role, the whole book for what takes any price. */
export interface Facing {
  readonly bid: string | null;
  readonly ask: string | null;
  readonly levels: Levels | null;
}

/** Whether a limit order's price reaches the other side of the book, so that it takes from it. */
function reaches({ side }: OrderDraft, price: number, { bid, ask }: Facing, math: MarketMath): boolean {
  const facing = math.price((side === 'buy' ? ask : bid) ?? '');
  if (facing === null) return false;
  return side === 'buy' ? price >= facing : price <= facing;
}

function sizeOf(draft: OrderDraft, math: MarketMath): Size | null {
  if (isByTotal(draft)) {
    const budget = math.quote(draft.total);
    return budget === null || budget <= 0n ? null : { budget };
  }
  const quantity = math.quantity(draft.quantity);
  return quantity === null || quantity <= 0 ? null : { quantity };
}

/** A market order against the book as it stands, up to its worst price. */
export function estimateMarket(draft: OrderDraft, levels: Levels | null, math: MarketMath): Estimate | null {
  const size = sizeOf(draft, math);
  if (draft.kind !== 'market' || levels === null || size === null) return null;
  return estimateFill(levels, { side: draft.side, size, math, worst: math.price(draft.worst_price) });
}

/**
 * Which side of the book an order would be on, as far as it is written: a limit price that rests makes, everything else
 * may take. Of two orders it is the one with the limit price, which must rest.
 */
export function roleOf(draft: OrderDraft, facing: Facing, math: MarketMath): Forecast['role'] {
  if (draft.kind === 'oco' || (draft.kind === 'limit' && draft.post_only)) return 'maker';
  const price = draft.kind === 'limit' ? math.price(draft.price) : null;
  return price !== null && price > 0 && !reaches(draft, price, facing, math) ? 'maker' : 'taker';
}

/** What would be traded, by the order's own price or by the book as it stands; null while too little is written. */
export function forecastOf(draft: OrderDraft, context: OrderContext, facing: Facing): Forecast | null {
  const { math } = context;
  if (draft.kind === 'market') {
    const book = estimateMarket(draft, facing.levels, math);
    return book === null ? null : { fills: book.parts, book, role: 'taker' };
  }
  const quantity = math.quantity(draft.quantity);
  const field = pricedBy(draft.kind);
  const price = field === null ? stopPriceOf(draft, context) : math.price(draft[field]);
  if (isByTotal(draft) || price === null || price <= 0 || quantity === null || quantity <= 0) return null;
  const fills = [tradedAt(draft, { price, quantity, math })];
  return { fills, book: null, role: roleOf(draft, facing, math) };
}
