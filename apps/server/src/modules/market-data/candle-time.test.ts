import { timeframes } from '@emporion/contracts/rest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candleTime, candleTimes } from './candle-time.ts';

const at = Date.parse('2026-03-01T23:59:59.999Z'); // A Sunday.
const opens = (text: string) => Date.parse(text) / 1_000;

describe('candleTime', () => {
  it.each([
    ['1m', '2026-03-01T23:59:00Z'],
    ['5m', '2026-03-01T23:55:00Z'],
    ['15m', '2026-03-01T23:45:00Z'],
    ['30m', '2026-03-01T23:30:00Z'],
    ['1h', '2026-03-01T23:00:00Z'],
    ['4h', '2026-03-01T20:00:00Z'],
    ['1d', '2026-03-01T00:00:00Z'],
    ['1w', '2026-02-23T00:00:00Z'],
    ['1M', '2026-03-01T00:00:00Z'],
  ] as const)('opens the %s candle at %s', (timeframe, time) => {
    expect(candleTime(timeframe, at)).toBe(opens(time));
  });

  it('begins a week on Monday, and only then', () => {
    expect(candleTime('1w', at + 1)).toBe(opens('2026-03-02T00:00:00Z'));
    expect(candleTime('1w', 0)).toBe(opens('1969-12-29T00:00:00Z'));
  });

  it('is never after the moment, and the same for every moment of the candle', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_102_444_800_000 }),
        fc.constantFrom(...timeframes),
        (moment, timeframe) => {
          const time = candleTime(timeframe, moment);
          expect(time * 1_000).toBeLessThanOrEqual(moment);
          expect(candleTime(timeframe, time * 1_000)).toBe(time);
          expect(candleTimes(moment)[timeframes.indexOf(timeframe)]).toBe(time);
        },
      ),
    );
  });
});
