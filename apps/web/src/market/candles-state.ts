import type { Candle } from '@emporion/contracts/rest';

export interface Candles {
  readonly ready: boolean;
  /** Oldest first, one per opening time. */
  readonly list: readonly Candle[];
}

export const noCandles: Candles = { ready: false, list: [] };

/** Puts candles in the place of those they replace; both lists are oldest first. */
export function mergeCandles(known: readonly Candle[], news: readonly Candle[]): readonly Candle[] {
  const [first] = news;
  const last = known.at(-1);
  if (first === undefined) return known;
  if (last === undefined || last.time < first.time) return [...known, ...news];
  const times = new Set(news.map(({ time }) => time));
  return [...known.filter(({ time }) => !times.has(time)), ...news].sort(
    (one, other) => one.time - other.time,
  );
}

/** The whole state of the socket is only the newest part: what was scrolled to stays, unless a hole would open before it. */
export function takeCandlesMessage(
  candles: Candles,
  { sequence, results }: { readonly sequence: number; readonly results: readonly Candle[] },
): Candles {
  const [first] = results;
  const last = candles.list.at(-1);
  const apart = first === undefined || last === undefined || last.time < first.time;
  if (sequence === 0 && apart) return { ready: true, list: results };
  return { ready: true, list: mergeCandles(candles.list, results) };
}
