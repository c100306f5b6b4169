import type { MarketMath } from './market-math.ts';
import { isByTotal, type OrderDraft } from './order-draft.ts';

/** The highest price at which a buy may trade, by which money is held for it; null where that is not known. */
export function holdPrice(draft: OrderDraft, math: MarketMath): number | null {
  switch (draft.kind) {
    case 'limit':
      return math.price(draft.price);
    case 'stop_limit':
      return math.price(draft.limit_price);
    case 'stop':
    case 'trailing_stop':
      return math.price(draft.worst_price);
    case 'pegged':
      return math.price(draft.max_price);
    case 'oco': {
      const [limit, stop] = [math.price(draft.price), math.price(draft.limit_price)];
      return limit === null || stop === null ? null : Math.max(limit, stop);
    }
    case 'market':
      return null;
  }
}

/** What the exchange will set aside, in the coin that is given; null where only the book can tell. */
export function heldFor(draft: OrderDraft, math: MarketMath): bigint | null {
  if (isByTotal(draft)) {
    const total = math.quote(draft.total);
    return total === null || total < 0n ? null : total;
  }
  const quantity = math.quantity(draft.quantity);
  if (quantity === null || quantity < 0) return null;
  if (draft.side === 'sell') return math.units.base(quantity);
  const price = holdPrice(draft, math);
  return price === null || price < 0 ? null : math.units.quoteUp(price, quantity);
}

/** What can be used of both coins, in their smallest units. */
export interface Available {
  readonly base: bigint;
  readonly quote: bigint;
}

/** The most that can be ordered with a share of what is available; null where no price says how much that is. */
export function quantityWithin(
  draft: OrderDraft,
  math: MarketMath,
  { available, percent }: { available: Available; percent: number },
): number | null {
  if (draft.side === 'sell')
    return math.wholeLots(math.units.quantityDown((available.base * BigInt(percent)) / 100n));
  const price = holdPrice(draft, math);
  if (price === null || price <= 0) return null;
  return math.wholeLots(math.units.affordable((available.quote * BigInt(percent)) / 100n, price));
}
