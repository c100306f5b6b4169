import type { MarketDefinition } from '@emporion/core';
import { powerOfTen } from '@emporion/kernel';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { type FiatQuote, fiatRateDecimals, fiatRatesAt, isFiat } from './fiat-rates.ts';
import { type CloseTimeframe, closesAt, type MarketClose } from './market-closes.ts';

/** What one coin is worth, in units of 10^-24 of what values are in, and as of when: the oldest price of which it is made. */
export interface Rate {
  readonly value: bigint;
  readonly at: number;
}

export const rateDecimals = 24;
const one = powerOfTen(rateDecimals);

/** Between which all markets and currencies meet. */
const pivot = 'USDT';

type Source = Pick<Platform, 'config' | 'database' | 'view'>;

export interface RatesAsked {
  /** A currency or a coin. */
  readonly currency: string;
  readonly timeframe: CloseTimeframe;
  /** In milliseconds since 1970. */
  readonly times: readonly number[];
  /** The time that is now, whose last price may come from a candle that is still open. */
  readonly now?: number;
}

/** By coin, one for each moment. */
export type Rates = ReadonlyMap<string, readonly (Rate | undefined)[]>;

/**
 * What one of each coin was worth at each moment: by its market against USDT, or else by one against a coin that has such a market.
 *
 * @throws Problem coin_invalid for what is neither a currency nor a coin.
 */
export async function ratesAt(
  platform: Source,
  { currency, timeframe, times, now }: RatesAsked,
): Promise<Rates> {
  const { coins, markets } = await platform.view.read((exchange) => ({
    coins: [...exchange.coins.keys()],
    markets: [...exchange.markets.values()].map(({ definition }) => definition),
  }));
  if (!isFiat(currency) && !coins.includes(currency)) throw new Problem('coin_invalid');
  const closes = await closesAt(platform.database.kysely, {
    timeframe,
    times,
    ...(now !== undefined && { now }),
  });
  // A currency is worth what the rates say, whether or not it is traded here.
  const fiat = new Map<string, readonly (FiatQuote | undefined)[]>();
  for (const code of new Set([currency, ...coins]))
    if (isFiat(code)) fiat.set(code, await fiatRatesAt(platform, code, times));
  const places = times.map((time, place) => {
    const priceOfCoin = pricesAt(markets, (market) => closes.get(market)?.[place]);
    const priceOf = (coin: string) =>
      fiat.has(coin) ? inverse(fiatUnit(fiat.get(coin)?.[place])) : priceOfCoin(coin, time);
    const own = fiat.get(currency);
    const unit = own ? fiatUnit(own[place]) : inverse(priceOf(currency));
    return { time, priceOf, unit };
  });
  return new Map(
    coins.map((coin) => [
      coin,
      places.map(({ time, priceOf, unit }) =>
        coin === currency ? { value: one, at: time } : product(priceOf(coin), unit),
      ),
    ]),
  );
}

/** How much of the currency one USDT is. */
function fiatUnit(quote: FiatQuote | undefined): Rate | undefined {
  return quote && { value: quote.rate * powerOfTen(rateDecimals - fiatRateDecimals), at: quote.at };
}

function inverse(rate: Rate | undefined): Rate | undefined {
  return rate && rate.value > 0n ? { value: (one * one) / rate.value, at: rate.at } : undefined;
}

function product(first: Rate | undefined, second: Rate | undefined): Rate | undefined {
  return first && second && { value: (first.value * second.value) / one, at: Math.min(first.at, second.at) };
}

/** What one coin is worth in USDT at one moment. */
function pricesAt(
  markets: readonly MarketDefinition[],
  closeOf: (market: string) => MarketClose | undefined,
): (coin: string, time: number) => Rate | undefined {
  const quoted = ({ market, priceDecimals }: MarketDefinition): Rate | undefined => {
    const close = closeOf(market);
    return close && { value: close.price * powerOfTen(rateDecimals - priceDecimals), at: close.at };
  };
  const direct = (coin: string, time: number): Rate | undefined => {
    if (coin === pivot) return { value: one, at: time };
    const market = markets.find(({ base, quote }) => base === coin && quote === pivot);
    const turned = markets.find(({ base, quote }) => base === pivot && quote === coin);
    return (market && quoted(market)) ?? (turned && inverse(quoted(turned)));
  };
  return (coin, time) => {
    const known = direct(coin, time);
    if (known) return known;
    for (const market of markets) {
      if (market.base !== coin) continue;
      const rate = product(quoted(market), direct(market.quote, time));
      if (rate) return rate;
    }
    return undefined;
  };
}
