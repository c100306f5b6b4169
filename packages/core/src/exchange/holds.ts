import type { OrderTerms } from '#matching/order.ts';
import type { Market } from './market.ts';

/** What an order by quantity holds for so much of it: a sell the quantity itself, a buy its cost at the highest price it can trade at. */
export function holdOf(
  market: Market,
  { side, holdPrice }: Pick<OrderTerms, 'side' | 'holdPrice'>,
  quantity: number,
): bigint {
  return side === 'sell' ? market.units.base(quantity) : market.units.quoteUp(holdPrice, quantity);
}
