// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createBarSeries } from './bar-series.ts';
import { barOfMoment, fillMarks, type OwnFill } from './fill-marks.ts';
import { hitOrder, type LegendRow, type OrderLine, placeTags } from './order-lines.ts';

const line = (id: string, price: string): OrderLine => ({
  id,
  price,
  side: 'buy',
  title: `Buy ${id}`,
  movable: true,
  pending: false,
});
/** A price is a height here. */
const place = (
  lines: readonly OrderLine[],
  plotWidth = 600,
  { top, bottom } = { top: 0, bottom: 300 },
  legend: readonly LegendRow[] = [],
) => {
  const yOf = ({ price }: OrderLine) => Number(price);
  return placeTags({ lines, yOf, widthOf: () => 100, top, bottom, plotWidth, legend });
};

describe('the labels of own orders', () => {
  it('stand beside each other where their lines are close, and below each other otherwise', () => {
    const tags = place([line('a', '100'), line('b', '105'), line('c', '110'), line('d', '200')]);
    expect(tags.map(({ left }) => left)).toEqual([8, 112, 216, 8]);
  });

  it('stand beside the legend, or below it where there is no room', () => {
    const legend = [
      { right: 450, bottom: 21 },
      { right: 200, bottom: 37 },
    ];
    const room = { top: 0, bottom: 300 };
    expect(place([line('a', '35')], 600, room, legend)).toMatchObject([{ left: 204, labelY: 35 }]);
    expect(place([line('a', '12')], 600, room, legend)).toMatchObject([{ left: 454, labelY: 12 }]);
    expect(place([line('a', '12')], 500, room, legend)).toMatchObject([{ left: 204, labelY: 34 }]);
    expect(place([line('a', '60')], 500, room, legend)).toMatchObject([{ left: 8, labelY: 60 }]);
  });

  it('are not drawn outside of the prices in view', () => {
    expect(place([line('a', '-1'), line('b', '301'), line('c', 'NaN')])).toEqual([]);
  });

  it('move off their lines where there is no more room beside each other, and lie on none', () => {
    const crowd = ['100', '101', '102', '103', '104', '105'].map((price) => line(price, price));
    const tags = place(crowd, 230);
    expect(new Set(tags.map(({ left, labelY }) => `${left} ${Math.round(labelY / 21)}`)).size).toBe(6);
    for (const one of tags)
      for (const other of tags)
        if (one !== other && Math.abs(one.labelY - other.labelY) < 20)
          expect(Math.abs(one.left - other.left)).toBeGreaterThanOrEqual(100);
    expect(tags.map(({ y }) => y)).toEqual([100, 101, 102, 103, 104, 105]);
  });

  it('never leave the plot', () => {
    const tags = place([line('a', '100'), line('b', '100'), line('c', '100')], 230);
    expect(tags.every(({ left, width }) => left + width <= 230)).toBe(true);
  });
});

describe('what lies under a hand', () => {
  const tags = place([line('a', '100'), line('b', '200')]);
  const mouse = (x: number, y: number) => hitOrder(tags, { x, y, touch: false });
  const finger = (x: number, y: number) => hitOrder(tags, { x, y, touch: true });

  it('is the label, and at its end the cross', () => {
    expect([mouse(20, 100)?.part, mouse(100, 100)?.part, mouse(109, 100)]).toEqual([
      'body',
      'cross',
      expect.objectContaining({ part: 'body' }),
    ]);
    expect(mouse(20, 115)).toBeNull();
  });

  it('is the line itself for a mouse, and not for a finger that wants to pan', () => {
    expect(mouse(400, 203)?.line.id).toBe('b');
    expect(mouse(400, 206)).toBeNull();
    expect(finger(400, 200)).toBeNull();
  });

  it('is as large as a finger', () => {
    expect([finger(20, 121)?.line.id, finger(20, 123)]).toEqual(['a', null]);
    expect(finger(120, 100)?.part).toBe('cross');
  });

  it('is the nearest where a finger covers two, and the upper one where they lie on each other', () => {
    const close = place([line('a', '100'), line('b', '130')]);
    expect(hitOrder(close, { x: 20, y: 118, touch: true })?.line.id).toBe('b');
    const stacked = place([line('a', '100'), line('b', '100')], 150, { top: 90, bottom: 110 });
    expect(hitOrder(stacked, { x: 20, y: 100, touch: false })?.line.id).toBe('b');
  });
});

describe('the marks of own trades', () => {
  const series = createBarSeries();
  const figures = { open: '1', high: '1', low: '1', close: '1', volume: '1' };
  series.take([0, 60, 180].map((time) => ({ time, ...figures })));
  const fill = (id: string, operation: OwnFill['operation'], seconds: number): OwnFill => ({
    id,
    operation,
    price: '1',
    quantity: '1',
    time: new Date(seconds * 1_000).toISOString(),
  });

  it('belong to the candle that was open, also across a gap', () => {
    expect([-1, 0, 59, 60, 179, 180, 9_999].map((seconds) => barOfMoment(series, seconds))).toEqual([
      -1, 0, 0, 1, 1, 2, 2,
    ]);
  });

  it('are one for each side of a candle', () => {
    const marks = fillMarks(series, [
      fill('1', 'buy', 61),
      fill('2', 'sell', 65),
      fill('3', 'buy', 70),
      fill('4', 'buy', -5),
    ]);
    expect(marks.map(({ index, side, fills }) => [index, side, fills.length])).toEqual([
      [1, 'buy', 2],
      [1, 'sell', 1],
    ]);
  });
});

describe('the series of candles', () => {
  const candle = (time: number, close = '1') => ({
    time,
    open: '1',
    high: '2',
    low: '0.5',
    close,
    volume: '3',
  });

  it('says from where on it changed', () => {
    const series = createBarSeries();
    const list = [candle(0), candle(60), candle(120)];
    expect(series.take(list)).toBe(0);
    expect(series.take(list)).toBe(3);
    expect(series.take([...list.slice(0, 2), candle(120, '5'), candle(180)])).toBe(2);
    expect([...series.close.slice(0, series.length)]).toEqual([1, 1, 5, 1]);
    expect(series.take([candle(-60), ...list])).toBe(0);
    expect([series.length, series.time[0]]).toEqual([4, -60]);
  });

  it('grows beyond the room it began with', () => {
    const series = createBarSeries();
    series.take(Array.from({ length: 5_000 }, (_, index) => candle(index)));
    expect([series.length, series.time[4_999]]).toEqual([5_000, 4_999]);
  });
});
