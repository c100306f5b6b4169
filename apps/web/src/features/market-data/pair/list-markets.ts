import type { Pair, PairVolume } from '@emporion/contracts/rest';
import { toUnits } from '#market/units.ts';

export const marketOrders = ['volume', 'name', 'price', 'change'] as const;
export type MarketOrder = (typeof marketOrders)[number];

export interface ListedMarket extends Pick<Pair, 'code' | 'base' | 'quote' | 'rules'> {
  readonly price: string | null;
  readonly change: string | null;
  readonly volume: string;
  readonly favourite: boolean;
}

function signedUnits(text: string | null): bigint {
  if (text === null) return 0n;
  return text.startsWith('-') ? -toUnits(text.slice(1)) : toUnits(text);
}

type Worth = (market: ListedMarket) => bigint;

/** Volumes are counted in the quotes of their markets: they are compared in the one that most have, at last prices. What has no price there comes last. */
function worthOf(markets: readonly ListedMarket[]): Worth {
  const quotes = markets.map(({ quote }) => quote.code);
  const count = (code: string) => quotes.filter((quote) => quote === code).length;
  const [common] = quotes.toSorted((one, other) => count(other) - count(one));
  const priceOf = (code: string) =>
    signedUnits(markets.find((market) => market.code === code)?.price ?? null);
  const one = toUnits('1');
  return ({ quote: { code }, volume }) => {
    const units = signedUnits(volume);
    if (code === common) return units;
    const price = priceOf(`${common}-${code}`);
    return price > 0n ? (units * one) / price : (units * priceOf(`${code}-${common}`)) / one;
  };
}

function compare(one: ListedMarket, other: ListedMarket, by: MarketOrder, worth: Worth): number {
  if (by === 'name') return one.code < other.code ? -1 : 1;
  const figure = (market: ListedMarket) => (by === 'volume' ? worth(market) : signedUnits(market[by]));
  const [left, right] = [figure(one), figure(other)];
  // The greatest first; equal ones keep the order in which the exchange lists them.
  return left === right ? 0 : left > right ? -1 : 1;
}

export interface MarketSorting {
  readonly by: MarketOrder;
  readonly reversed: boolean;
}

export interface MarketView extends MarketSorting {
  readonly search: string;
  readonly favourites: ReadonlySet<string>;
}

/** The markets that a search finds, favourites first, each with what it did last. */
export function listMarkets(
  pairs: readonly Pair[],
  tickers: ReadonlyMap<string, PairVolume>,
  { search, by, reversed, favourites }: MarketView,
): readonly ListedMarket[] {
  const every = pairs.map((pair): ListedMarket => {
    const { price, change, volume } = tickers.get(pair.code) ?? pair;
    const { code, base, quote, rules } = pair;
    return {
      code,
      base,
      quote,
      rules,
      price,
      change: change ?? null,
      volume,
      favourite: favourites.has(code),
    };
  });
  const worth = worthOf(every);
  const wanted = search.trim().toUpperCase().replace('/', '-');
  return every
    .filter(({ code }) => code.includes(wanted))
    .toSorted(
      (one, other) =>
        Number(other.favourite) - Number(one.favourite) ||
        compare(one, other, by, worth) * (reversed ? -1 : 1),
    );
}
