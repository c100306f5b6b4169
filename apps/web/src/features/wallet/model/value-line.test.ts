import { expect, it } from 'vitest';
import { allocation } from './allocation.ts';
import { nearest, sinceFirst, valueLine } from './value-line.ts';

const at = (value: string | null, index: number) => ({ time: `2026-11-0${index + 1}T00:00:00.000Z`, value });

it('draws from the lowest to the highest with room at both ends, and leaves out what nobody knows', () => {
  const line = valueLine(['10', null, '30', '20'].map(at));
  expect(line.map(({ x, y }) => [x, Number(y.toFixed(3))])).toEqual([
    [0, 0.08],
    [2 / 3, 0.92],
    [1, 0.5],
  ]);
});

it('lies level in the middle where nothing moved, and is no line where nothing is known', () => {
  expect(valueLine(['5', '5'].map(at)).map(({ y }) => y)).toEqual([0.5, 0.5]);
  expect(valueLine([null].map(at))).toEqual([]);
});

it('begins when there was something for the first time, once that makes a line', () => {
  const values = (list: readonly (string | null)[]) => sinceFirst(list.map(at)).map(({ value }) => value);
  expect(values(['0', null, '0', '5', '0', '7'])).toEqual(['5', '0', '7']);
  expect(values(['0', '0', '5'])).toEqual(['5', '5']);
  expect(values(['5', '0'])).toEqual(['5', '0']);
  expect(values(['0', '0'])).toEqual(['0', '0']);
});

it('finds the point nearest to the pointer', () => {
  const line = valueLine(['1', '2', '3'].map(at));
  expect([0.1, 0.3, 0.9, 7].map((x) => nearest(line, x))).toEqual([0, 1, 2, 2]);
});

it('shows six coins by themselves and the rest together', () => {
  const holding = (coin: string, value: string | null, share: string | null) => ({
    ...{ coin, value, share, rate: '1', change_24h: null, total: '1' },
    ...{ available: '1', orders: '0', withdrawals: '0', codes: '0' },
  });
  const eight = 'ABCDEFGH'.split('').map((coin) => holding(coin, '10.5', '12.5'));
  expect(allocation(eight).map(({ coin }) => coin)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', null]);
  expect(allocation(eight).at(-1)).toEqual({ coin: null, value: '21', share: expect.any(String) });
  const shares = allocation(eight).map(({ share }) => Number(share) * 10);
  expect(Math.round(shares.reduce((sum, share) => sum + share, 0))).toBe(1_000);
  expect(allocation([holding('A', '1', '100'), holding('B', null, null)])).toHaveLength(1);
});
