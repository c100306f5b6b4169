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

function compare(one: ListedMarket, other: ListedMarket, by: MarketOrder): number {
  if (by === 'name') return one.code < other.code ? -1 : 1;
  const [left, right] = [signedUnits(one[by]), signedUnits(other[by])];
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
  const wanted = search.trim().toUpperCase().replace('/', '-');
  return pairs
    .filter(({ code }) => code.includes(wanted))
    .map((pair): ListedMarket => {
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
    })
    .toSorted(
      (one, other) =>
        Number(other.favourite) - Number(one.favourite) || compare(one, other, by) * (reversed ? -1 : 1),
    );
}
