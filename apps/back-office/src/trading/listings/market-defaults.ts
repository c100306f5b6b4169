/** What is known of two coins before they have a market. */
interface Pair {
  /** Of one base coin, in the quote coin. */
  readonly price: number;
  /** Of one quote coin, in USDT. */
  readonly quoteValue: number;
  readonly baseDecimals: number;
  readonly quoteDecimals: number;
}

/** A tick is a hundred-thousandth to a millionth of the price. */
const priceDigits = 5;
/** How fine prices can be is fixed for ever, so there is room for ticks after a hundredfold fall. */
const roomDecimals = 2;
/** In USDT: what a lot is worth at most, and what the least and the largest order are worth about. */
const lotValue = 0.1;
const totalMin = 5;
const totalMax = 1_000_000;

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** 10 to a whole power, as a decimal without an exponent. */
const powerOfTen = (power: number): string =>
  power >= 0 ? `1${'0'.repeat(power)}` : `0.${'0'.repeat(-power - 1)}1`;

/** With one digit that is not 0, and no finer than the coin. */
function rounded(value: number, decimals: number): string {
  const power = Math.max(Math.floor(Math.log10(value)), -decimals);
  const digit = Math.max(1, Math.round(value / 10 ** power));
  if (digit === 10) return powerOfTen(power + 1);
  return powerOfTen(power).replace('1', String(digit));
}

/** Rules that fit what is traded: they are a beginning, and each of them can be changed before the market is made. */
export function marketDefaults({ price, quoteValue, baseDecimals, quoteDecimals }: Pair) {
  const tickDecimals = clamp(priceDigits - Math.floor(Math.log10(price)), 0, 18 - roomDecimals);
  const baseValue = price * quoteValue;
  const lotDecimals = clamp(Math.ceil(Math.log10(baseValue / lotValue)), 0, baseDecimals);
  const quantityDecimals = Math.min(baseDecimals, lotDecimals + roomDecimals);
  const lot = powerOfTen(-lotDecimals);
  // The books compare totals exactly up to 15 decimals beyond those of the quote coin.
  const priceDecimals = Math.min(tickDecimals + roomDecimals, 15 + quoteDecimals - quantityDecimals);
  return {
    price_decimals: String(priceDecimals),
    quantity_decimals: String(quantityDecimals),
    tick: powerOfTen(-Math.min(tickDecimals, priceDecimals)),
    lot,
    quantity_min: lot,
    quantity_max: powerOfTen(Math.max(0, Math.ceil(Math.log10(totalMax / baseValue)))),
    cost_min: rounded(totalMin / quoteValue, quoteDecimals),
    cost_max: rounded(totalMax / quoteValue, quoteDecimals),
  };
}

interface Traded {
  readonly code: string;
  readonly price: string | null;
}

interface KnownRate {
  readonly currency: string;
  /** Of one USDT, in the currency. */
  readonly rate: string | null;
}

/** What one of a coin is worth in USDT, by the markets there are, or a currency by its rate. */
export function knownValue(
  coin: string,
  markets: readonly Traded[],
  rates: readonly KnownRate[] = [],
): number | undefined {
  if (coin === 'USDT') return 1;
  const price = Number(markets.find(({ code }) => code === `${coin}-USDT`)?.price ?? 0);
  if (price > 0) return price;
  const rate = Number(rates.find(({ currency }) => currency === coin)?.rate ?? 0);
  return rate > 0 ? 1 / rate : undefined;
}

/** As somebody would write it: five digits that count. */
export const asText = (value: number): string =>
  value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 5, maximumFractionDigits: 18 });
