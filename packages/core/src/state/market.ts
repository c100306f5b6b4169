import { invariant, type MarketDecimals, QuoteUnits } from '@emporion/kernel';
import type { Order } from '#matching/order.ts';
import { OrderBook } from '#matching/order-book.ts';
import { TriggerLines } from '#triggers/trigger-lines.ts';

/** post_only takes only orders that cannot take; cancel_only takes none; halted takes none, not even cancels. */
export type MarketState = 'open' | 'post_only' | 'cancel_only' | 'halted';

/** In parts per million of what the trader receives. */
export interface FeeTier {
  readonly maker: number;
  readonly taker: number;
}

/** A fee tier, ready to multiply with. */
export interface FeeRates {
  readonly maker: bigint;
  readonly taker: bigint;
}

/** The rules that a new or amended order must meet. They can change at any time; orders that rest are not measured again. */
export interface MarketRules {
  /** Prices are whole ticks and quantities whole lots. */
  readonly tick: number;
  readonly lot: number;
  readonly minimumQuantity: number;
  readonly maximumQuantity: number;
  /** Price times quantity, in the quote coin's smallest unit. */
  readonly minimumCost: bigint;
  readonly maximumCost: bigint;
  /** How far from the price of the band a price may be, in parts per million; zero for no band. */
  readonly band: number;
  /** By tier of the account; an account above the last tier has the last. */
  readonly fees: readonly FeeTier[];
}

/** What a market is, fixed for ever when it opens. */
export interface MarketDefinition extends MarketDecimals {
  readonly market: string;
  readonly base: string;
  readonly quote: string;
}

export class Market {
  readonly definition: MarketDefinition;
  readonly code: string;
  readonly base: string;
  readonly quote: string;
  readonly units: QuoteUnits;
  readonly book = new OrderBook();
  readonly triggers = new TriggerLines();
  readonly trailing = new Set<Order>();
  readonly pegged = new Set<Order>();
  /** Orders to fire or reprice, the first to be dealt with first, each with its place in the queue of all markets together. */
  readonly due = new Map<Order, number>();
  state: MarketState = 'open';
  /** Zero until there is one. */
  lastPrice = 0;
  referencePrice = 0;
  /** What the band is around, since when, and what was traded above and below it since; see `orders/price-band.ts`. */
  bandPrice = 0;
  bandMovedAt = 0;
  volumeAbove = 0;
  volumeBelow = 0;
  rules: MarketRules;
  #rates: readonly FeeRates[] = [];

  constructor(definition: MarketDefinition, rules: MarketRules) {
    this.definition = definition;
    this.code = definition.market;
    this.base = definition.base;
    this.quote = definition.quote;
    this.units = new QuoteUnits(definition);
    this.rules = rules;
    this.changeRules(rules);
  }

  changeRules(rules: MarketRules): void {
    this.rules = rules;
    this.#rates = rules.fees.map(({ maker, taker }) => ({ maker: BigInt(maker), taker: BigInt(taker) }));
  }

  ratesOf(tier: number): FeeRates {
    const rates = this.#rates[Math.min(tier, this.#rates.length - 1)];
    invariant(rates, `The market ${this.code} has no fees.`);
    return rates;
  }
}
