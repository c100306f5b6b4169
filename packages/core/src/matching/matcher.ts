import type { Order, SelfTrade, Side } from './order.ts';
import type { OrderBook } from './order-book.ts';
import type { QuoteUnits } from './quote-units.ts';

/** An order as it comes to the book. */
export interface Taker {
  readonly account: string;
  readonly side: Side;
  /** The worst price it accepts; zero for any. */
  readonly price: number;
  /** How much it wants; the largest whole number for a buy that is bounded by its budget alone. */
  readonly quantity: number;
  /** The most it may spend, for a buy by budget. */
  readonly budget: bigint | null;
  readonly selfTrade: SelfTrade;
}

export interface Fill {
  readonly maker: Order;
  readonly quantity: number;
}

/** Why the matcher stopped. Only after `filled` and `no_match` may the order rest: the others would leave it facing its match. */
export type MatchEnd = 'filled' | 'no_match' | 'self_trade' | 'dust' | 'budget_spent' | 'too_many_fills';

export interface Match {
  readonly fills: readonly Fill[];
  /** The taker's own resting orders that stood in the way and are to be cancelled. */
  readonly ownOrders: readonly Order[];
  readonly remaining: number;
  readonly end: MatchEnd;
}

export interface MatchRules {
  readonly units: QuoteUnits;
  /** A quantity that the budget cuts short is cut to whole lots. */
  readonly lot: number;
  readonly fillsMax: number;
}

/**
 * Finds what the taker would trade with, best price first, then oldest first, at the makers' prices. It only reads the book:
 * the caller turns the answer into events, or forgets it.
 */
export function match(book: OrderBook, taker: Taker, { units, lot, fillsMax }: MatchRules): Match {
  const opposite = taker.side === 'buy' ? book.asks : book.bids;
  const fills: Fill[] = [];
  const ownOrders: Order[] = [];
  let { quantity: remaining, budget } = taker;
  const stop = (end: MatchEnd): Match => ({ fills, ownOrders, remaining, end });

  for (let level = opposite.best; level && accepts(taker, level.price); level = level.worse) {
    const { price } = level;
    for (let maker = level.first; maker; maker = maker.next) {
      if (maker.account === taker.account) {
        if (taker.selfTrade !== 'newest') ownOrders.push(maker);
        if (taker.selfTrade !== 'oldest') return stop('self_trade');
        continue;
      }
      if (fills.length === fillsMax) return stop('too_many_fills');

      let quantity = Math.min(maker.remaining, remaining);
      if (budget !== null) {
        const affordable = units.affordable(budget, price);
        if (affordable < quantity) quantity = wholeLots(Number(affordable), lot);
        if (quantity === 0) return stop('budget_spent');
      }
      // A resting order is never dust at its own price, so this is the taker's remainder: worth less than one unit here.
      if (units.isDust(price, quantity)) return stop('dust');

      fills.push({ maker, quantity });
      remaining -= quantity;
      if (budget !== null) budget -= units.quoteUp(price, quantity);
      if (remaining === 0) return stop('filled');
    }
  }
  return stop('no_match');
}

function accepts(taker: Taker, price: number): boolean {
  if (taker.price === 0) return true;
  return taker.side === 'buy' ? price <= taker.price : price >= taker.price;
}

function wholeLots(quantity: number, lot: number): number {
  return quantity - (quantity % lot);
}
