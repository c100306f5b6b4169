import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarketUnits } from '#modules/trading/index.ts';
import { Dice } from '../price/dice.ts';
import { bitcoin } from '../testing/bitcoin.ts';
import { ladder, levelQuantity, levelsPerSide } from './ladder.ts';

const middles = fc.integer({ min: 1_000_000, max: 20_000_000 });

describe('ladder', () => {
  it('has twenty levels on each side, no two alike, and the price between them', () => {
    fc.assert(
      fc.property(middles, (middle) => {
        const levels = ladder(bitcoin, middle);
        const prices = (side: string) =>
          levels.filter((level) => level.side === side).map(({ price }) => price);
        const [bids, asks] = [prices('buy'), prices('sell')];
        expect([new Set(bids).size, new Set(asks).size]).toEqual([levelsPerSide, levelsPerSide]);
        expect(Math.max(...bids)).toBeLessThan(middle);
        expect(Math.min(...asks)).toBeGreaterThan(middle);
        expect(Math.min(...asks) - Math.max(...bids)).toBeLessThan(3 * bitcoin.step);
      }),
    );
  });

  it('moves few levels when the price moves a little', () => {
    fc.assert(
      fc.property(middles, (middle) => {
        const before = new Set(ladder(bitcoin, middle).map(({ side, price }) => `${side} ${price}`));
        const after = ladder(bitcoin, middle + bitcoin.step).map(({ side, price }) => `${side} ${price}`);
        expect(after.filter((level) => !before.has(level)).length).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('stands on ticks, also where staff made them wider than its steps', () => {
    const wide = { ...bitcoin, units: new MarketUnits(bitcoin.units.definition, { tick: 2_500, lot: 10 }) };
    const prices = ladder(wide, 6_401_234).map(({ price }) => price);
    expect(prices.every((price) => price % 2_500 === 0)).toBe(true);
    expect(new Set(prices).size).toBe(2 * levelsPerSide);
    expect(levelQuantity(wide, { price: 6_400_000, dice: new Dice(7) }) % 10).toBe(0);
  });

  it('works where a step is a single unit', () => {
    const levels = ladder({ ...bitcoin, step: 1 }, 4_200);
    expect(levels.map(({ price }) => price)).toEqual([
      ...Array.from({ length: levelsPerSide }, (_, index) => 4_199 - index),
      ...Array.from({ length: levelsPerSide }, (_, index) => 4_201 + index),
    ]);
  });
});

it('gives levels sizes about their usual value', () => {
  const dice = new Dice(7);
  const values = Array.from({ length: 500 }, () => levelQuantity(bitcoin, { price: 6_000_000, dice }) * 0.06);
  expect(Math.min(...values)).toBeGreaterThan(bitcoin.levelValue * 0.32);
  expect(Math.max(...values)).toBeLessThan(bitcoin.levelValue * 3.01);
  expect(new Set(values).size).toBeGreaterThan(100);
});
