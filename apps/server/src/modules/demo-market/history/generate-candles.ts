import { type Timeframe, timeframes } from '@emporion/contracts/rest';
import { candleTime } from '#modules/market-data/index.ts';
import { type DemoPair, quantityWorth } from '../demo-pairs.ts';
import { roll, seedOf } from '../price/dice.ts';
import { priceWalk } from '../price/reference-price.ts';

export interface GeneratedCandle {
  readonly timeframe: Timeframe;
  /** When it opens, in seconds since 1970. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: bigint;
}

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

interface Frame {
  /** How long it is, and of a month the most it can be. */
  readonly lengthMs: number;
  /** How far back its history reaches: what a chart shows, and a good deal to scroll. */
  readonly depth: number;
  /** How often the price is looked at where no finer candles tell it. */
  readonly lookMs: number;
  readonly finer?: Timeframe;
}

const frames: Readonly<Record<Timeframe, Frame>> = {
  // A day of minutes and more, for the tickers look back so far.
  '1m': { lengthMs: minute, depth: 1_500, lookMs: 10 * second },
  '5m': { lengthMs: 5 * minute, depth: 1_000, lookMs: 25 * second, finer: '1m' },
  '15m': { lengthMs: 15 * minute, depth: 1_000, lookMs: 75 * second, finer: '5m' },
  '30m': { lengthMs: 30 * minute, depth: 1_000, lookMs: 150 * second, finer: '15m' },
  '1h': { lengthMs: hour, depth: 1_000, lookMs: 5 * minute, finer: '30m' },
  '4h': { lengthMs: 4 * hour, depth: 1_000, lookMs: 20 * minute, finer: '1h' },
  '1d': { lengthMs: day, depth: 1_000, lookMs: 2 * hour, finer: '4h' },
  '1w': { lengthMs: 7 * day, depth: 250, lookMs: 12 * hour, finer: '1d' },
  '1M': { lengthMs: 31 * day, depth: 60, lookMs: day, finer: '1d' },
};

interface Stretch {
  /** In milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** The candles of every timeframe for a stretch of time, each no further back than its chart needs. */
export function generateCandles(pair: DemoPair, { from, to }: Stretch): GeneratedCandle[] {
  const priceAt = priceWalk(pair);
  const known = new Map<Timeframe, { from: number; candles: GeneratedCandle[] }>();
  for (const timeframe of timeframes) {
    const { lengthMs, depth, finer } = frames[timeframe];
    const earliest = candleTime(timeframe, to - depth * lengthMs) * 1_000;
    const begin = Math.max(from, earliest);
    const source = finer && known.get(finer);
    const candles: GeneratedCandle[] = [];
    for (let time = candleTime(timeframe, begin); time * 1_000 < to; time = nextTime(timeframe, time)) {
      const stretch = {
        from: Math.max(time * 1_000, begin),
        to: Math.min(nextTime(timeframe, time) * 1_000, to),
      };
      const parts =
        source && source.from <= stretch.from
          ? within(source.candles, stretch)
          : [look({ pair, priceAt }, timeframe, stretch)];
      candles.push({ ...opening(join(parts), priceAt(time * 1_000)), timeframe, time });
    }
    known.set(timeframe, { from: begin, candles });
  }
  return [...known.values()].flatMap(({ candles }) => candles);
}

function nextTime(timeframe: Timeframe, time: number): number {
  return candleTime(timeframe, time * 1_000 + frames[timeframe].lengthMs);
}

type Part = Omit<GeneratedCandle, 'timeframe' | 'time'>;

/** Looks at the price itself, as often as the timeframe is worth. */
function look(
  { pair, priceAt }: { pair: DemoPair; priceAt: (at: number) => number },
  timeframe: Timeframe,
  { from, to }: Stretch,
): Part {
  const open = priceAt(from);
  let [high, low] = [open, open];
  const see = (price: number): number => {
    if (price > high) high = price;
    if (price < low) low = price;
    return price;
  };
  const { lookMs } = frames[timeframe];
  for (let at = from + lookMs; at < to; at += lookMs) see(priceAt(at));
  const close = see(priceAt(to));
  return { open, high, low, close, volume: volumeOf(pair, { from, to }, close) };
}

/** Some hours are busier than others, and no two minutes alike. */
function volumeOf(pair: DemoPair, { from, to }: Stretch, price: number): bigint {
  const seed = seedOf(`volume of ${pair.code}`);
  const percent =
    (50 + (roll(seed, Math.floor(from / hour)) % 101)) * (40 + (roll(seed, Math.floor(from / 5_000)) % 121));
  const perMinute = BigInt(quantityWorth(pair, { value: pair.minuteValue, price }));
  return (perMinute * BigInt(to - from) * BigInt(percent)) / BigInt(minute * 10_000);
}

function join(parts: readonly Part[]): Part {
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) throw new Error('A candle was made of nothing.');
  return {
    open: first.open,
    high: parts.reduce((high, part) => Math.max(high, part.high), first.high),
    low: parts.reduce((low, part) => Math.min(low, part.low), first.low),
    close: last.close,
    volume: parts.reduce((sum, { volume }) => sum + volume, 0n),
  };
}

/** A candle opens at its first moment, also when what came before the stretch is told by trades. */
function opening(part: Part, open: number): Part {
  return { ...part, open, high: Math.max(part.high, open), low: Math.min(part.low, open) };
}

/** The candles of a stretch, found by halving: there are thousands, in order. */
function within(candles: readonly GeneratedCandle[], { from, to }: Stretch): GeneratedCandle[] {
  let [low, high] = [0, candles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candles[middle]?.time ?? 0) * 1_000 <= from) low = middle + 1;
    else high = middle;
  }
  const found: GeneratedCandle[] = [];
  for (let index = Math.max(0, low - 1); index < candles.length; index += 1) {
    const candle = candles[index];
    if (!candle || candle.time * 1_000 >= to) break;
    found.push(candle);
  }
  return found;
}
