import type { QuoteUnits } from '@emporion/kernel';
import type { Order, SelfTrade, Side } from './order.ts';
import type { OrderBook } from './order-book.ts';
import type { PriceLadder } from './price-ladder.ts';

/** An order as it comes to the book; an `Order` is one. */
export interface Taker {
  readonly account: string;
  readonly side: Side;
  /** The worst price it accepts; zero for any. */
  readonly price: number;
  /** Zero for a buy by budget, which then spends what it holds. */
  readonly quantity: number;
  readonly remaining: number;
  readonly held: bigint;
  readonly selfTrade: SelfTrade;
}

/** What the matcher needs to know of a market; a `Market` is one. */
export interface Venue {
  readonly book: OrderBook;
  readonly units: QuoteUnits;
  /** A quantity that the budget cuts short is cut to whole lots. */
  readonly rules: { readonly lot: number };
}

export interface Fill {
  readonly maker: Order;
  readonly quantity: number;
}

/** Why the matcher stopped. Only after `no_match` may what is left rest: the others would leave it facing its match. */
export type MatchEnd = 'filled' | 'no_match' | 'self_trade' | 'dust' | 'budget_spent' | 'too_many_fills';

export interface Match {
  readonly fills: readonly Fill[];
  /** The taker's own resting orders that stood in the way and are to be cancelled. */
  readonly ownOrders: readonly Order[];
  readonly end: MatchEnd;
}

/**
 * Finds what the taker would trade with, best price first, then oldest first, at the makers' prices. It only reads the book:
 * the caller turns the answer into events, or forgets it.
 */
export function match({ book, units, rules }: Venue, taker: Taker, fillsMax: number): Match {
  const fills: Fill[] = [];
  const ownOrders: Order[] = [];
  const byBudget = taker.quantity === 0;
  let remaining = byBudget ? Number.MAX_SAFE_INTEGER : taker.remaining;
  let budget = taker.held;

  for (let level = facing(book, taker).best; level && accepts(taker, level.price); level = level.worse) {
    const { price } = level;
    for (let maker = level.first; maker; maker = maker.next) {
      let quantity = Math.min(maker.remaining, remaining);
      let isLast = quantity === remaining;
      if (byBudget) {
        const affordable = units.affordable(budget, price);
        isLast = affordable <= quantity;
        if (affordable < quantity) quantity = wholeLots(Number(affordable), rules.lot);
      }
      // A resting order is never dust at its own price, so this is what is left of the taker: worth less than one unit here.
      if (units.isDust(price, quantity)) {
        return { fills, ownOrders, end: byBudget && fills.length > 0 ? 'budget_spent' : 'dust' };
      }
      if (maker.account === taker.account) {
        if (taker.selfTrade !== 'newest') ownOrders.push(maker);
        if (taker.selfTrade !== 'oldest') return { fills, ownOrders, end: 'self_trade' };
        continue;
      }
      if (fills.length === fillsMax) return { fills, ownOrders, end: 'too_many_fills' };

      fills.push({ maker, quantity });
      if (byBudget) {
        budget -= units.quoteUp(price, quantity);
        if (isLast || budget === 0n) return { fills, ownOrders, end: 'budget_spent' };
      } else {
        remaining -= quantity;
        if (isLast) return { fills, ownOrders, end: 'filled' };
      }
    }
  }
  return { fills, ownOrders, end: 'no_match' };
}

/** Whether nothing is left of the taker: its quantity is filled, or its budget buys no more. */
export function fillsWhole({ end }: Match): boolean {
  return end === 'filled' || end === 'budget_spent';
}

/** Whether anything on the book stands at a price that the order accepts. */
export function meetsBook(book: OrderBook, taker: Taker): boolean {
  const { best } = facing(book, taker);
  return best !== undefined && accepts(taker, best.price);
}

function facing(book: OrderBook, { side }: Taker): PriceLadder {
  return side === 'buy' ? book.asks : book.bids;
}

function accepts({ side, price: worst }: Taker, price: number): boolean {
  if (worst === 0) return true;
  return side === 'buy' ? price <= worst : price >= worst;
}

function wholeLots(quantity: number, lot: number): number {
  return quantity - (quantity % lot);
}
