// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseMarks, markWeights, weightOf } from './time-marks.ts';
import {
  afterNewBars,
  barAt,
  barsInView,
  clampView,
  firstView,
  isAway,
  panView,
  viewWithBar,
  xOfBar,
  zoomView,
} from './time-view.ts';

const space = { width: 700, count: 300 };
const view = { barWidth: 7, offset: 5 };

describe('the part of time in view', () => {
  it('ends so many candles after the newest', () => {
    expect(xOfBar(view, space, 299)).toBe(700 - 5.5 * 7);
    expect(barsInView(view, space)).toEqual({ first: 205, last: 299 });
  });

  it('finds the candle at its own place', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 299 }),
        fc.double({ min: 1, max: 60, noNaN: true }),
        (index, barWidth) => {
          const some = { barWidth, offset: -20 };
          expect(barAt(some, space, xOfBar(some, space, index))).toBeCloseTo(index, 6);
        },
      ),
    );
  });

  it('moves back in time to the right, and keeps a few candles in view at both ends', () => {
    expect(panView(view, space, 70).offset).toBe(-5);
    expect(panView(view, space, 1e9).offset).toBe(5 - 300);
    expect(panView(view, space, -1e9).offset).toBe(95);
  });

  it('keeps what stands under the pointer while zooming', () => {
    const back = { barWidth: 7, offset: -50 };
    const zoomed = zoomView(back, space, { factor: 1.5, x: 350 });
    expect(zoomed.barWidth).toBe(10.5);
    expect(barAt(zoomed, space, 350)).toBeCloseTo(barAt(back, space, 350));
    expect(zoomView(view, space, { factor: 1e6, x: 350 }).barWidth).toBe(60);
    expect(zoomView(view, space, { factor: 1e-6, x: 350 }).barWidth).toBe(1);
  });

  it('goes along with new candles while the newest is seen, and stays in the past otherwise', () => {
    expect(afterNewBars(view, 1)).toEqual(view);
    const back = { barWidth: 7, offset: -40 };
    expect(isAway(back)).toBe(true);
    const after = afterNewBars(back, 2);
    expect(xOfBar(after, { ...space, count: 302 }, 200)).toBe(xOfBar(back, space, 200));
  });

  it('does not move for older candles that come in front', () => {
    const before = xOfBar(view, space, 250);
    expect(xOfBar(view, { ...space, count: 800 }, 250 + 500)).toBe(before);
  });

  it('moves just as far as is needed to see a candle', () => {
    expect(viewWithBar(view, space, 250)).toEqual(view);
    expect(xOfBar(viewWithBar(view, space, 100), space, 100)).toBeCloseTo(14);
  });

  it('survives no candles and one', () => {
    expect(barsInView(clampView(firstView, { width: 700, count: 0 }), { width: 700, count: 0 })).toEqual({
      first: 0,
      last: -1,
    });
    expect(barsInView(firstView, { width: 700, count: 1 }).last).toBe(0);
  });
});

const moment = (text: string): number => Date.parse(`${text}Z`) / 1_000;

describe('the marks of time', () => {
  it.each([
    ['2025-12-31T23:00', '2026-01-01T00:00', 'year'],
    ['2026-03-31T23:00', '2026-04-01T00:00', 'quarter'],
    ['2026-04-30T00:00', '2026-05-04T00:00', 'month'],
    ['2026-05-15T00:00', '2026-05-16T00:00', 'halfMonth'],
    ['2026-05-10T23:59', '2026-05-11T00:00', 'fiveDays'],
    ['2026-05-12T23:00', '2026-05-13T00:00', 'day'],
    ['2026-05-12T11:00', '2026-05-12T12:00', 'halfDay'],
    ['2026-05-12T05:55', '2026-05-12T06:00', 'sixHours'],
    ['2026-05-12T13:59', '2026-05-12T14:00', 'hour'],
    ['2026-05-12T13:14', '2026-05-12T13:15', 'quarterHour'],
    ['2026-05-12T13:16', '2026-05-12T13:17', 'minute'],
  ] as const)('between %s and %s begins a %s', (before, now, name) => {
    expect(weightOf(moment(before), moment(now))).toBe(markWeights[name]);
  });

  it('are the weightiest that have room', () => {
    const start = moment('2026-05-12T00:00');
    const weightAt = (index: number) => weightOf(start + (index - 1) * 3_600, start + index * 3_600);
    const marks = chooseMarks({ first: 1, last: 60, distance: 12, weightAt });
    expect(marks).toEqual([12, 24, 36, 48, 60]);
    expect(chooseMarks({ first: 1, last: 60, distance: 13, weightAt })).toEqual([24, 48]);
  });

  it('never stand for an hour between days that have no room', () => {
    const start = moment('2026-10-20T00:00');
    const weightAt = (index: number) => weightOf(start + (index - 1) * 14_400, start + index * 14_400);
    for (const distance of [8, 13, 14, 20]) {
      const marks = chooseMarks({ first: 1, last: 200, distance, weightAt });
      expect(marks.length).toBeGreaterThan(3);
      for (const index of marks) expect(weightAt(index)).toBeGreaterThanOrEqual(markWeights.day);
    }
  });
});
