import type { MarketMath } from '#orders/model/market-math.ts';
import { type OrderDraft, type PriceField, pricedBy } from '#orders/model/order-draft.ts';

export interface LinkedChange {
  readonly field: 'quantity' | 'total';
  readonly value: string;
}

/**
 * What follows from a change where price, quantity and total belong together: the total follows price and quantity, and
 * the quantity follows the total. Null where nothing follows. What follows from no number, or from one below zero, is empty.
 */
export function linkedChange(
  draft: OrderDraft,
  changed: PriceField | 'quantity' | 'total',
  math: MarketMath,
): LinkedChange | null {
  const priceField = pricedBy(draft.kind);
  if (priceField === null) return null;
  const price = math.price(draft[priceField]);
  if (changed === 'total') {
    const total = math.quote(draft.total);
    if (total === null || total < 0n) return { field: 'quantity', value: '' };
    if (price === null || price <= 0) return null;
    return {
      field: 'quantity',
      value: math.showQuantity(math.wholeLots(math.units.affordable(total, price))),
    };
  }
  if (changed !== 'quantity' && changed !== priceField) return null;
  const quantity = math.quantity(draft.quantity);
  // The total of before would belong to another order.
  if (quantity === null || price === null || quantity < 0 || price < 0) return { field: 'total', value: '' };
  const cost =
    draft.side === 'buy' ? math.units.quoteUp(price, quantity) : math.units.quoteDown(price, quantity);
  return { field: 'total', value: math.showQuote(cost) };
}
