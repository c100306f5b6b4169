import type { ErrorCode } from '@emporion/contracts/errors';
import type { MarketDefinition } from '@emporion/core';
import { formatDecimal, parseDecimal, parseShortDecimal } from '@emporion/kernel';
import { Problem } from '#platform/http/problem.ts';

/** A percent with four decimals is exactly parts per million. */
const percentDecimals = 4;

/**
 * The one place where decimal strings of the wire become whole units of the core, and back. A text that is not a whole number of units is refused,
 * never rounded.
 */
export class MarketUnits {
  readonly definition: MarketDefinition;
  readonly code: string;
  readonly base: string;
  readonly quote: string;

  constructor(definition: MarketDefinition) {
    this.definition = definition;
    this.code = definition.market;
    this.base = definition.base;
    this.quote = definition.quote;
  }

  /** @throws Problem invalid_order_price, price_too_high. */
  price(text: string): number {
    return count(text, this.definition.priceDecimals, ['invalid_order_price', 'price_too_high']);
  }

  /** @throws Problem order_bad_quantity, order_size_too_large. */
  quantity(text: string): number {
    return count(text, this.definition.quantityDecimals, ['order_bad_quantity', 'order_size_too_large']);
  }

  /** An amount of the quote coin to spend. @throws Problem order_bad_quantity. */
  budget(text: string): bigint {
    return coinAmount(text, this.definition.quoteDecimals, 'order_bad_quantity');
  }

  showPrice(price: number): string {
    return formatDecimal(price, this.definition.priceDecimals);
  }

  showQuantity(quantity: number | bigint): string {
    return formatDecimal(quantity, this.definition.quantityDecimals);
  }

  showBase(amount: bigint): string {
    return formatDecimal(amount, this.definition.baseDecimals);
  }

  showQuote(amount: bigint): string {
    return formatDecimal(amount, this.definition.quoteDecimals);
  }
}

/** Parts per million. @throws Problem order_wrong_percent. */
export function percentUnits(text: string): number {
  return count(text, percentDecimals, ['order_wrong_percent', 'order_wrong_percent']);
}

export function showPercent(partsPerMillion: number): string {
  return formatDecimal(partsPerMillion, percentDecimals);
}

/** An amount of a coin in its smallest unit. @throws Problem with the code when it is finer than the coin. */
export function coinAmount(text: string, decimals: number, tooFine: ErrorCode): bigint {
  const parsed = parseDecimal(text, decimals);
  if (!parsed.ok) throw new Problem(tooFine, { params: { max: decimals } });
  return parsed.value;
}

function count(text: string, decimals: number, [tooFine, tooLarge]: readonly [ErrorCode, ErrorCode]): number {
  const quick = parseShortDecimal(text, decimals);
  if (quick !== undefined) return quick;
  const units = Number(coinAmount(text, decimals, tooFine));
  if (!Number.isSafeInteger(units)) throw new Problem(tooLarge);
  return units;
}
