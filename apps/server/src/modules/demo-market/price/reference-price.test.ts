import { describe, expect, it } from 'vitest';
import { referencePrice } from './reference-price.ts';

const bitcoin = { seed: 'BTC', anchor: 6_400_000, volatility: 100 };
const now = Date.parse('2026-03-01T12:00:00Z');
const year = 365 * 86_400_000;

describe('referencePrice', () => {
  it('is the same for the same moment, whoever asks and whenever', () => {
    const prices = (from: number) =>
      Array.from({ length: 50 }, (_, index) => referencePrice(bitcoin, from + index * 777));
    expect(prices(now)).toEqual(prices(now));
    expect(prices(now)).not.toEqual(prices(now + 3_600_000));
  });

  it('never jumps: a second moves it by less than two hundredths of a percent', () => {
    let largest = 0;
    for (let at = now; at < now + 6 * 3_600_000; at += 1_000) {
      const [one, other] = [referencePrice(bitcoin, at), referencePrice(bitcoin, at + 1_000)];
      largest = Math.max(largest, Math.abs(one - other) / one);
    }
    expect(largest).toBeLessThan(0.0002);
    expect(largest).toBeGreaterThan(0);
  });

  it('wanders, and comes back within years', () => {
    const days = Array.from({ length: 5 * 365 }, (_, index) =>
      referencePrice(bitcoin, now - 5 * year + index * 86_400_000),
    );
    expect(Math.max(...days) / Math.min(...days)).toBeGreaterThan(1.4);
    expect(Math.max(...days)).toBeLessThan(bitcoin.anchor * 2.5);
    expect(Math.min(...days)).toBeGreaterThan(bitcoin.anchor * 0.3);
    expect(days.every((price) => Number.isSafeInteger(price) && price > 0)).toBe(true);
  });

  it('moves pairs of one seed together and others apart', () => {
    const cheaper = { ...bitcoin, anchor: 3_200_000 };
    const other = { ...bitcoin, seed: 'ETH' };
    const rises = (pair: typeof bitcoin) =>
      Array.from(
        { length: 200 },
        (_, index) =>
          referencePrice(pair, now + (index + 1) * 60_000) > referencePrice(pair, now + index * 60_000),
      );
    const agreeing = (one: boolean[], two: boolean[]) =>
      one.filter((rise, index) => rise === two[index]).length;
    expect(agreeing(rises(bitcoin), rises(cheaper))).toBeGreaterThan(195);
    expect(agreeing(rises(bitcoin), rises(other))).toBeLessThan(150);
  });
});
