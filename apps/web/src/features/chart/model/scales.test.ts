// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutChart } from './chart-layout.ts';
import { createPriceScale } from './price-scale.ts';
import { priceTicks, roundStep } from './price-ticks.ts';
import { snapToTick } from './snap-price.ts';

const band = { top: 0, bottom: 400 };
const prices = fc.double({ min: 1e-6, max: 1e6, noNaN: true });

describe('a scale of prices', () => {
  it('has the highest at the top, with the margins it was given', () => {
    const { y } = createPriceScale({ ...band, low: 100, high: 200, marginTop: 0.1, marginBottom: 0.2 });
    expect([y(200), y(100)].map(Math.round)).toEqual([40, 320]);
  });

  it('leads from a price to its place and back, linear as logarithmic', () => {
    fc.assert(
      fc.property(
        prices,
        prices,
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (one, other, log, share) => {
          fc.pre(Math.max(one, other) / Math.min(one, other) > 1.0001);
          const [low, high] = [Math.min(one, other), Math.max(one, other)];
          const scale = createPriceScale({ ...band, low, high, log, marginTop: 0.1 });
          const price = low + (high - low) * share;
          expect(scale.y(scale.price(scale.y(price)))).toBeCloseTo(scale.y(price), 6);
        },
      ),
    );
  });

  it('has equal ratios at equal distances when it is logarithmic', () => {
    const { y } = createPriceScale({ ...band, low: 1, high: 10_000, log: true });
    expect([y(1), y(10), y(100), y(1_000), y(10_000)].map(Math.round)).toEqual([400, 300, 200, 100, 0]);
  });

  it('shows more on both sides when it is stretched', () => {
    const { low, high } = createPriceScale({ ...band, low: 100, high: 200, stretch: 3 });
    expect([low, high]).toEqual([0, 300]);
  });

  it('has room around a price that never moved, and takes no logarithm of what is not above zero', () => {
    const flat = createPriceScale({ ...band, low: 50, high: 50 });
    expect(flat.y(50)).toBe(200);
    expect(createPriceScale({ ...band, low: 0, high: 1, log: true }).log).toBe(false);
  });
});

describe('the ticks of a scale', () => {
  const spacing = { distance: 40, finest: 0.01 };

  it.each([
    [0.9, 1],
    [1, 1],
    [1.1, 2],
    [2.2, 2.5],
    [3, 5],
    [7, 10],
    [0.00031, 0.0005],
  ])('takes for a step of at least %d the round %d', (least, step) => {
    expect(roundStep(least)).toBeCloseTo(step, 12);
  });

  it('are round prices at one distance', () => {
    expect(priceTicks(createPriceScale({ ...band, low: 66_012, high: 66_795 }), spacing)).toEqual([
      66_100, 66_200, 66_300, 66_400, 66_500, 66_600, 66_700,
    ]);
  });

  it('are never finer than a price can be quoted', () => {
    const ticks = priceTicks(createPriceScale({ ...band, low: 1.001, high: 1.029 }), spacing);
    expect(ticks.map((tick) => tick.toFixed(4))).toEqual(['1.0100', '1.0200']);
  });

  it('rise, stand apart and lie in view, whatever the range', () => {
    fc.assert(
      fc.property(prices, prices, fc.boolean(), (one, other, log) => {
        fc.pre(Math.max(one, other) / Math.min(one, other) > 1.001);
        const scale = createPriceScale({
          ...band,
          low: Math.min(one, other),
          high: Math.max(one, other),
          log,
        });
        const ticks = priceTicks(scale, { distance: 40, finest: 1e-9 });
        expect(ticks.length).toBeGreaterThan(0);
        for (const [index, tick] of ticks.entries()) {
          expect(tick).toBeGreaterThanOrEqual(scale.low * (1 - 1e-9));
          expect(tick).toBeLessThanOrEqual(scale.high);
          const before = ticks[index - 1];
          if (before !== undefined) expect(scale.y(before) - scale.y(tick)).toBeGreaterThanOrEqual(38);
        }
      }),
    );
  });
});

describe('the price that a place means', () => {
  it.each([
    [64_120.504, '0.01', '64120.5'],
    [64_120.506, '0.01', '64120.51'],
    [64_123, '5', '64125'],
    [0.10000000000000003, '0.00000001', '0.1'],
    [0.3, '0.1', '0.3'],
    [-5, '0.01', '0.01'],
    [Number.NaN, '0.01', '0.01'],
  ])('%d with the tick %s is %s', (price, tick, snapped) => {
    expect(snapToTick(price, tick)).toBe(snapped);
  });

  it('is a whole count of ticks', () => {
    fc.assert(
      fc.property(prices, fc.constantFrom('0.01', '0.0005', '0.25', '10'), (price, tick) => {
        const count = Number(snapToTick(price, tick)) / Number(tick);
        expect(Math.abs(count - Math.round(count))).toBeLessThan(1e-6);
      }),
    );
  });
});

describe('the layout of the chart', () => {
  const size = { width: 800, height: 524, axisWidth: 60 };

  it('gives the whole height to the price while no indicator needs a pane', () => {
    const { price, rsi, macd, plotWidth, plotBottom } = layoutChart({
      ...size,
      panes: { rsi: false, macd: false },
    });
    expect([price, rsi, macd, plotWidth, plotBottom]).toEqual([
      { top: 0, bottom: 500 },
      null,
      null,
      740,
      500,
    ]);
  });

  it('stacks the panes below the price without a gap', () => {
    const { price, rsi, macd } = layoutChart({ ...size, panes: { rsi: true, macd: true } });
    expect([price.bottom, rsi?.top, rsi?.bottom, macd?.top, macd?.bottom]).toEqual([300, 300, 400, 400, 500]);
  });
});
