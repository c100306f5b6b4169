import type { PairRules } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal, QuoteUnits } from '@emporion/kernel';

/** Turns what people write into the exact units of a market, and back, as the server does. */
export interface MarketMath {
  readonly rules: PairRules;
  readonly units: QuoteUnits;
  readonly tick: number;
  readonly lot: number;
  /** Null for what is no number, or finer than the market. */
  price(text: string): number | null;
  quantity(text: string): number | null;
  quote(text: string): bigint | null;
  base(text: string): bigint | null;
  showPrice(price: number): string;
  showQuantity(quantity: number): string;
  showQuote(amount: bigint): string;
  showBase(amount: bigint): string;
  /** So many units of quantity cut to whole lots. */
  lotsDown(quantity: number): number;
  /** The most whole lots within so many units of quantity, and within what one order may have. */
  wholeLots(quantity: bigint): number;
}

function unitsOf(text: string, decimals: number): bigint | null {
  const parsed = parseDecimal(text, decimals);
  return parsed.ok ? parsed.value : null;
}

function countOf(text: string, decimals: number): number | null {
  const units = unitsOf(text, decimals);
  const count = Number(units);
  return units !== null && Number.isSafeInteger(count) ? count : null;
}

export function createMarketMath(rules: PairRules): MarketMath {
  const decimals = {
    baseDecimals: rules.base_decimals,
    quoteDecimals: rules.quote_decimals,
    priceDecimals: rules.price_decimals,
    quantityDecimals: rules.quantity_decimals,
  };
  const lot = countOf(rules.lot, rules.quantity_decimals) ?? 1;
  const quantityMax = countOf(rules.quantity_max, rules.quantity_decimals) ?? Number.MAX_SAFE_INTEGER;
  return {
    rules,
    units: new QuoteUnits(decimals),
    tick: countOf(rules.tick, rules.price_decimals) ?? 1,
    lot,
    price: (text) => countOf(text, rules.price_decimals),
    quantity: (text) => countOf(text, rules.quantity_decimals),
    quote: (text) => unitsOf(text, rules.quote_decimals),
    base: (text) => unitsOf(text, rules.base_decimals),
    showPrice: (price) => formatDecimal(price, rules.price_decimals),
    showQuantity: (quantity) => formatDecimal(quantity, rules.quantity_decimals),
    showQuote: (amount) => formatDecimal(amount, rules.quote_decimals),
    showBase: (amount) => formatDecimal(amount, rules.base_decimals),
    lotsDown: (quantity) => quantity - (quantity % lot),
    wholeLots(quantity) {
      const capped = quantity > BigInt(quantityMax) ? quantityMax : Number(quantity);
      return capped - (capped % lot);
    },
  };
}
