import { makerRangePercent } from '@emporion/contracts/rest';
import type { Exchange, Market } from '@emporion/core';

/** What an account has in the book of one market. Prices are in the market's units, zero for none. */
export interface MakerQuote {
  readonly market: string;
  readonly orders: number;
  readonly bid: number;
  readonly ask: number;
  /** What stands within range of the middle on the thinner side, in the quote coin's smallest unit. */
  readonly depth: bigint;
  /** Between the best bid and ask, in parts per million of the market's middle; null where a side is missing. */
  readonly spread: number | null;
  /** Whether both sides stand within range of the middle. */
  readonly isQuoting: boolean;
}

/** In parts per million. */
const range = Number(makerRangePercent) * 10_000;

/** How an account quotes, in the markets in which it has orders. */
export function quotesOf(exchange: Exchange, account: string): MakerQuote[] {
  const resting = (exchange.findAccount(account)?.orders() ?? []).filter(({ place }) => place === 'book');
  const markets = [...new Set(resting.map(({ market }) => market))];
  return markets.flatMap((code) => {
    const market = exchange.markets.get(code);
    return market
      ? [
          quoteIn(
            market,
            resting.filter((order) => order.market === code),
          ),
        ]
      : [];
  });
}

type Resting = ReturnType<NonNullable<ReturnType<Exchange['findAccount']>>['orders']>;

function quoteIn(market: Market, orders: Resting): MakerQuote {
  const middle = middleOf(market);
  const isNear = (price: number) => middle > 0 && Math.abs(price - middle) * 1_000_000 <= middle * range;
  let [bid, ask] = [0, 0];
  const depths = { buy: 0n, sell: 0n };
  for (const { side, price, remaining } of orders) {
    if (side === 'buy') bid = Math.max(bid, price);
    else ask = ask === 0 ? price : Math.min(ask, price);
    if (isNear(price)) depths[side] += market.units.quoteDown(price, remaining);
  }
  const hasBoth = bid > 0 && ask > 0 && middle > 0;
  return {
    ...{ market: market.code, orders: orders.length, bid, ask },
    depth: least(depths.buy, depths.sell),
    spread: hasBoth ? Math.round(((ask - bid) * 1_000_000) / middle) : null,
    isQuoting: hasBoth && isNear(bid) && isNear(ask),
  };
}

/** Between the best bid and ask of everybody; where a side is empty, what was last traded. */
function middleOf({ book, lastPrice }: Market): number {
  const [bid, ask] = [book.bids.best?.price, book.asks.best?.price];
  return bid !== undefined && ask !== undefined ? (bid + ask) / 2 : lastPrice;
}

/** `Math.min` takes no bigint. */
function least(one: bigint, other: bigint): bigint {
  if (one < other) return one;
  return other;
}
