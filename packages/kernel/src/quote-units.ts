import { mulDivDown, mulDivUp, powerOfTen, toSafeInteger } from './integer.ts';
import { invariant } from './invariant.ts';

/** How many decimals the coins of a market have, and how many of them its prices and quantities use. */
export interface MarketDecimals {
  readonly baseDecimals: number;
  readonly quoteDecimals: number;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
}

/**
 * Turns the units of a book into money. A price is a whole number of `10^-priceDecimals` quote coins for one base coin, a quantity
 * a whole number of `10^-quantityDecimals` base coins. Both are fixed for the life of the market; tick and lot are only
 * rules for new orders, so they can change while orders rest.
 */
export class QuoteUnits {
  readonly #baseUnit: bigint;
  readonly #by: bigint;
  readonly #per: bigint;
  readonly #oneUnit: number;
  /** Whether price and quantity together use all decimals of the quote coin. */
  readonly #usesAllDecimals: boolean;

  constructor(decimals: MarketDecimals) {
    this.#baseUnit = powerOfTen(decimals.baseDecimals - decimals.quantityDecimals);
    const spare = decimals.quoteDecimals - decimals.priceDecimals - decimals.quantityDecimals;
    this.#by = powerOfTen(Math.max(spare, 0));
    this.#per = powerOfTen(Math.max(-spare, 0));
    this.#oneUnit = toSafeInteger(this.#per);
    this.#usesAllDecimals = this.#by === 1n;
  }

  /** The amount of the base coin; always exact. */
  base(quantity: number): bigint {
    return BigInt(quantity) * this.#baseUnit;
  }

  /** The most whole quantity units in an amount of the base coin. */
  quantityDown(amount: bigint): bigint {
    return amount / this.#baseUnit;
  }

  /** What a quantity costs, rounded down to the quote coin's smallest unit: what a seller gets before the fee. */
  quoteDown(price: number, quantity: number): bigint {
    const product = price * quantity;
    // Doubles are exact below this and several times faster; few costs are beyond.
    if (!Number.isSafeInteger(product)) return (BigInt(price) * BigInt(quantity) * this.#by) / this.#per;
    const rest = product % this.#oneUnit;
    return this.#amount((product - rest) / this.#oneUnit);
  }

  /** What a quantity costs, rounded up: what a buyer holds. */
  quoteUp(price: number, quantity: number): bigint {
    const product = price * quantity;
    if (!Number.isSafeInteger(product)) {
      return (BigInt(price) * BigInt(quantity) * this.#by + this.#per - 1n) / this.#per;
    }
    const rest = product % this.#oneUnit;
    const whole = (product - rest) / this.#oneUnit;
    return this.#amount(rest === 0 ? whole : whole + 1);
  }

  #amount(cost: number): bigint {
    return this.#usesAllDecimals ? BigInt(cost) : BigInt(cost) * this.#by;
  }

  /** The most quantity units whose cost, rounded up, stays within the budget. */
  affordable(budget: bigint, price: number): bigint {
    return (budget * this.#per) / (this.#by * BigInt(price));
  }

  /** Whether the quantity is worth less than one unit of the quote coin, so that no trade of it can be paid. */
  isDust(price: number, quantity: number): boolean {
    // The product is exact wherever it is small enough to matter.
    return price * quantity < this.#oneUnit;
  }
}

/** The largest surplus of price and quantity decimals over the quote coin's: what `isDust` can still compare exactly. */
const surplusDecimalsMax = 15;

export function areDecimalsUsable(decimals: MarketDecimals): boolean {
  const { baseDecimals, quoteDecimals, priceDecimals, quantityDecimals } = decimals;
  return (
    [priceDecimals, quantityDecimals].every(
      (count) => Number.isInteger(count) && count >= 0 && count <= 18,
    ) &&
    quantityDecimals <= baseDecimals &&
    priceDecimals + quantityDecimals - quoteDecimals <= surplusDecimalsMax
  );
}

/** Fees and percents are in parts per million. */
export const rateScale = 1_000_000;
const rateScaleBig = BigInt(rateScale);

/** A share of an amount in parts per million, rounded up: a fee. */
export function rateUp(amount: bigint, rate: bigint): bigint {
  return rate === 0n ? 0n : mulDivUp(amount, { by: rate, per: rateScaleBig });
}

/** A price moved by parts per million, rounded down. */
export function movePrice(price: number, partsPerMillion: number): number {
  const moved = mulDivDown(BigInt(price), { by: BigInt(rateScale + partsPerMillion), per: rateScaleBig });
  invariant(moved >= 0n, 'A price was moved below zero.');
  return moved > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(moved);
}
