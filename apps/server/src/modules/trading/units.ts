import type { ErrorCode } from '@emporion/contracts/errors';
import type { MarketDefinition, MarketRules } from '@emporion/core';
import { formatDecimal, parseDecimal, parseShortDecimal } from '@emporion/kernel';
import { Problem } from '#platform/http/problem.ts';

/** A percent with four decimals is exactly parts per million. */
const percentDecimals = 4;

type Steps = Pick<MarketRules, 'tick' | 'lot'>;

/**
 * The one place where decimal strings of the wire become whole units of the core, and back. A text that is not a whole number of units is refused,
 * never rounded.
 */
export class MarketUnits {
  readonly definition: MarketDefinition;
  readonly code: string;
  readonly base: string;
  readonly quote: string;

  readonly #rules: Steps | undefined;

  /** The rules, where whoever writes a price is told of its steps. */
  constructor(definition: MarketDefinition, rules?: Steps) {
    this.definition = definition;
    this.#rules = rules;
    this.code = definition.market;
    this.base = definition.base;
    this.quote = definition.quote;
  }

  /** The smallest step of prices, in units of them. */
  get tick(): number {
    return this.#rules?.tick ?? 1;
  }

  /** The smallest step of quantities, in units of them. */
  get lot(): number {
    return this.#rules?.lot ?? 1;
  }

  /** @throws Problem invalid_order_price, price_too_high. */
  price(text: string): number {
    const { priceDecimals } = this.definition;
    return parseShortDecimal(text, priceDecimals) ?? this.#longPrice(text);
  }

  /** @throws Problem order_bad_quantity, order_size_too_large. */
  quantity(text: string): number {
    const { quantityDecimals } = this.definition;
    return parseShortDecimal(text, quantityDecimals) ?? this.#longQuantity(text);
  }

  #longPrice(text: string): number {
    const tick = this.showPrice(this.tick);
    const tooFine = new Problem('invalid_order_price', {
      sentence: { code: 'price_off_tick', params: { tick } },
    });
    return count(text, this.definition.priceDecimals, { tooFine, tooLarge: 'price_too_high' });
  }

  #longQuantity(text: string): number {
    const lot = this.showQuantity(this.lot);
    const tooFine = new Problem('order_bad_quantity', {
      sentence: { code: 'quantity_off_lot', params: { lot } },
    });
    return count(text, this.definition.quantityDecimals, { tooFine, tooLarge: 'order_size_too_large' });
  }

  /** An amount of the quote coin to spend. @throws Problem order_bad_quantity. */
  budget(text: string): bigint {
    const { quoteDecimals } = this.definition;
    const parsed = parseDecimal(text, quoteDecimals);
    if (parsed.ok) return parsed.value;
    const sentence = { code: 'amount_too_many_decimals', params: { max: quoteDecimals } } as const;
    throw new Problem('order_bad_quantity', { sentence });
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
  const tooFine = new Problem('order_wrong_percent');
  return (
    parseShortDecimal(text, percentDecimals) ??
    count(text, percentDecimals, { tooFine, tooLarge: tooFine.code })
  );
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

function count(
  text: string,
  decimals: number,
  { tooFine, tooLarge }: { tooFine: Problem; tooLarge: ErrorCode },
): number {
  const parsed = parseDecimal(text, decimals);
  if (!parsed.ok) throw tooFine;
  const units = Number(parsed.value);
  if (!Number.isSafeInteger(units)) throw new Problem(tooLarge);
  return units;
}
