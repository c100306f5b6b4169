import type { Candle, Trade } from '@emporion/contracts/rest';
import type { LiveStore } from '#live/live-store.ts';
import type { Candles } from './candles-state.ts';
import type { Trades } from './trades-state.ts';
import { larger, smaller, toUnits } from './units.ts';

type LastTrade = Pick<Trade, 'price' | 'time'>;

function farther(one: string, other: string, pick: (one: bigint, other: bigint) => bigint): string {
  return pick(toUnits(one), toUnits(other)) === toUnits(one) ? one : other;
}

/** The newest candle with the last trade as its close. A trade before its opening belongs to an older candle. */
export function closeAtLastTrade(candles: Candles, last: LastTrade | undefined): Candles {
  const newest = candles.list.at(-1);
  if (newest === undefined || last === undefined || newest.close === last.price) return candles;
  if (Date.parse(last.time) < newest.time * 1_000) return candles;
  const { price } = last;
  const closed: Candle = {
    ...newest,
    close: price,
    high: farther(newest.high, price, larger),
    low: farther(newest.low, price, smaller),
  };
  return { ...candles, list: [...candles.list.slice(0, -1), closed] };
}

/**
 * Candles whose last price is that of the trades. The server sends trades every 100 ms and candles every 250 ms; header, book
 * and chart must show the same price at the same moment, so all of them read it from the trades.
 */
export function candlesWithLast(candles: LiveStore<Candles>, trades: LiveStore<Trades>): LiveStore<Candles> {
  let seen: { candles: Candles; last: LastTrade | undefined; together: Candles } | null = null;
  return {
    read() {
      const [now, last] = [candles.read(), trades.read().list[0]];
      if (seen?.candles === now && seen.last === last) return seen.together;
      seen = { candles: now, last, together: closeAtLastTrade(now, last) };
      return seen.together;
    },
    latest: () => closeAtLastTrade(candles.latest(), trades.latest().list[0]),
    subscribe(listener) {
      const stops = [trades.subscribe(listener), candles.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
