import type { Candle } from '@emporion/contracts/rest';

/** A candle in the plain numbers that a picture is drawn with. Nothing is ever reckoned back from them. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** The candle it was made of, with its exact figures. */
  readonly candle: Candle;
}

const made = new WeakMap<Candle, Bar>();

export function barOf(candle: Candle): Bar {
  const known = made.get(candle);
  if (known !== undefined) return known;
  const bar = {
    time: candle.time,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    volume: Number(candle.volume),
    candle,
  };
  made.set(candle, bar);
  return bar;
}

/**
 * From which bar on a chart of `before` has to be told to show `after`; null when all of it is to be drawn anew. Only the
 * open bar, the one before it and new ones may change in place.
 */
export function changedFrom(before: readonly Bar[], after: readonly Bar[]): number | null {
  const from = Math.max(before.length - 2, 0);
  const sameBefore = from > 0 && before[0] === after[0] && before[from - 1] === after[from - 1];
  if (!sameBefore || after.length < before.length || after.length > before.length + 10) return null;
  let first = from;
  while (first < after.length && before[first] === after[first]) first += 1;
  return first;
}
