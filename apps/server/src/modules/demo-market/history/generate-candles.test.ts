import { type Timeframe, timeframes } from '@emporion/contracts/rest';
import { beforeAll, describe, expect, it } from 'vitest';
import { candleTime } from '#modules/market-data/index.ts';
import { referencePrice } from '../price/reference-price.ts';
import { bitcoin } from '../testing/bitcoin.ts';
import { type GeneratedCandle, generateCandles } from './generate-candles.ts';

const now = Date.parse('2026-03-01T12:34:56.789Z');
let candles: GeneratedCandle[];
beforeAll(() => {
  candles = generateCandles(bitcoin, { from: 0, to: now });
});
const of = (timeframe: Timeframe, list = candles) => list.filter((candle) => candle.timeframe === timeframe);

describe('generateCandles', () => {
  it.each(timeframes)(
    'fills a chart of %s without gaps, each candle opening where the last one closed',
    (timeframe) => {
      const list = of(timeframe);
      expect(list.length).toBeGreaterThanOrEqual(timeframe === '1M' ? 60 : 250);
      expect(list.at(-1)?.time).toBe(candleTime(timeframe, now));
      for (const [index, candle] of list.entries()) {
        const { time, open, high, low, close, volume } = candle;
        const next = list[index + 1];
        if (candleTime(timeframe, time * 1_000) !== time) throw new Error(`${time} is no beginning.`);
        if (high < Math.max(open, close) || low > Math.min(open, close) || volume <= 0n)
          throw new Error(`The candle of ${time} is impossible.`);
        if (next && (next.open !== close || candleTime(timeframe, next.time * 1_000 - 1) !== time))
          throw new Error(`The candle of ${next.time} does not go on from the last.`);
      }
    },
  );

  it('ends at the price that is traded from now on', () => {
    for (const timeframe of timeframes)
      expect(of(timeframe).at(-1)?.close).toBe(referencePrice(bitcoin, now));
  });

  it('tells the same in a coarse candle as in the fine ones within it', () => {
    const [hour] = of('1h').slice(-3);
    const minutes = of('1m').filter(({ time }) => hour && time >= hour.time && time < hour.time + 3_600);
    expect(minutes).toHaveLength(60);
    expect(hour?.high).toBe(Math.max(...minutes.map(({ high }) => high)));
    expect(hour?.low).toBe(Math.min(...minutes.map(({ low }) => low)));
    expect(hour?.volume).toBe(minutes.reduce((sum, { volume }) => sum + volume, 0n));
  });

  it('goes on after a pause where it was, and no further back than the pause', () => {
    const from = now - 3 * 3_600_000;
    const missed = generateCandles(bitcoin, { from, to: now });
    expect(of('1m', missed).map(({ time, open, close }) => [time, open, close])).toEqual(
      of('1m')
        .filter(({ time }) => time >= candleTime('1m', from))
        .map(({ time, open, close }) => [time, open, close]),
    );
    expect(of('1d', missed)).toHaveLength(1);
    expect(of('1d', missed)[0]?.open).toBe(of('1d').at(-1)?.open);
  });
});
