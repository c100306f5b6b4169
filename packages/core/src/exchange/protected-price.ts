import type { OrderTerms } from '#matching/order.ts';
import type { Market } from './market.ts';
import { bandOf } from './order-checks.ts';

/** The worst price at which an order that takes any price may trade: its own worst price, within the market's band. */
export function protectedPrice(market: Market, { side, price }: Pick<OrderTerms, 'side' | 'price'>): number {
  if (market.rules.band === 0) return price;
  const { low, high } = bandOf(market);
  if (side === 'buy') return price === 0 ? high : Math.min(price, high);
  return Math.max(price, low);
}
