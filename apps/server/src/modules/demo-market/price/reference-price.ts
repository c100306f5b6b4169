import { demoRate } from '#modules/rates/index.ts';
import type { DemoPair } from '../demo-pairs.ts';
import { roll, seedOf } from './dice.ts';

interface Wave {
  /** Between two of its turning points, in tenths of a second. */
  readonly length: number;
  /** How far it goes to either side, in parts per million. */
  readonly height: number;
}

/**
 * Each wave is four times as long as the one before it and twice as high, as chance makes a price wander: twice as far in four times the
 * time. The longest are lower, or the years would run away.
 */
const waves: readonly Wave[] = [
  { length: 200, height: 180 },
  { length: 800, height: 400 },
  { length: 3_200, height: 900 },
  { length: 12_800, height: 1_800 },
  { length: 51_200, height: 3_600 },
  { length: 204_800, height: 7_500 },
  { length: 819_200, height: 15_000 },
  { length: 3_276_800, height: 30_000 },
  { length: 13_107_200, height: 60_000 },
  { length: 52_428_800, height: 120_000 },
  { length: 209_715_200, height: 180_000 },
  { length: 838_860_800, height: 240_000 },
];

const million = 1_000_000;
/** How finely a place within a wave is told. */
const phases = 2 ** 20;
/** Prices of small units would lose everything to rounding, so they are reckoned this much finer. */
const finer = 100;

type Walking = Pick<DemoPair, 'seed' | 'anchor' | 'volatility' | 'currency'>;

/**
 * What a pair is worth at a moment (milliseconds since 1970), in the market's price units. It follows from the pair and the moment alone: so a
 * restart goes on where it was, and generated history leads up to what is traded. Whole numbers only.
 */
export function referencePrice(pair: Walking, at: number): number {
  return priceWalk(pair)(at);
}

/** The same for whoever asks for many moments in a row: the turning points that they share are remembered. */
export function priceWalk({ seed: text, anchor, volatility, currency }: Walking): (at: number) => number {
  const seed = seedOf(text);
  // Of each wave, between which turning points the last moment was, and how high they are.
  const turns = new Float64Array(waves.length).fill(-1);
  const from = new Int32Array(waves.length);
  const to = new Int32Array(waves.length);
  return (at) => {
    const moment = Math.floor(at / 100);
    let price = Math.floor((anchor * finer * rateAt(currency, at)) / million);
    for (let index = 0; index < waves.length; index += 1) {
      const { length, height } = waves[index] as Wave;
      const turn = Math.floor(moment / length);
      if (turn !== turns[index]) {
        turns[index] = turn;
        from[index] = turningPoint(seed + index, turn, height);
        to[index] = turningPoint(seed + index, turn + 1, height);
      }
      const phase = Math.floor(((moment - turn * length) * phases) / length);
      const [low, high] = [from[index] ?? 0, to[index] ?? 0];
      const lift = low + Math.floor(((high - low) * phase) / phases);
      price = Math.floor((price * (million + Math.floor((lift * volatility) / 100))) / million);
    }
    return Math.max(1, Math.floor(price / finer));
  };
}

/** What one USDT is worth in the currency, in millionths. */
function rateAt(currency: Walking['currency'], at: number): number {
  return currency === undefined ? million : Number(demoRate(currency, at).rate);
}

function turningPoint(seed: number, turn: number, height: number): number {
  return (roll(seed, turn) % (2 * height + 1)) - height;
}
