import { expect, it } from 'vitest';
import { visibleRows } from './row-window.ts';

const window = { height: 900, rowHeight: 60, count: 100_000 };

it('draws the rows in the window and a few beyond each edge', () => {
  const { first, end } = visibleRows({ ...window, top: 300 });
  expect(first).toBe(0);
  expect(end).toBeGreaterThanOrEqual(10);
  expect(end).toBeLessThan(40);
});

it('draws as few in the middle of a hundred thousand', () => {
  const { first, end } = visibleRows({ ...window, top: -50_000 * 60 });
  expect(first).toBeLessThanOrEqual(50_000);
  expect(end).toBeGreaterThanOrEqual(50_015);
  expect(end - first).toBeLessThan(60);
});

it('stays the same while somebody scrolls by a row', () => {
  expect(visibleRows({ ...window, top: -6_000 })).toEqual(visibleRows({ ...window, top: -6_050 }));
});

it('ends with the list', () => {
  expect(visibleRows({ ...window, count: 5, top: 0 })).toEqual({ first: 0, end: 5 });
  expect(visibleRows({ ...window, count: 5, top: -90_000 })).toEqual({ first: 5, end: 5 });
  expect(visibleRows({ ...window, count: 0, top: 0 })).toEqual({ first: 0, end: 0 });
});
