// @vitest-environment node
import type { Candle } from '@emporion/contracts/rest';
import { fail, succeed } from '@emporion/kernel';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '#api/browser-storage.ts';
import type { Candles } from '../market/candles-state.ts';
import { barOf, changedFrom } from './bars.ts';
import { createCandleHistory, historyPage } from './candle-history.ts';
import { firstSettings, readChartSettings, writeChartSettings } from './chart-settings.ts';
import { clockShiftSeconds } from './chart-time.ts';

const candle = (time: number, close = '1'): Candle => ({
  time,
  open: '1',
  high: '1',
  low: '1',
  close,
  volume: '1',
});
const range = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => candle(from + index));

function history(pages: readonly (readonly Candle[] | 'lost')[]) {
  let state: Candles = { ready: true, list: range(10_000, 3) };
  const asked: number[] = [];
  const live = { subscribe: () => () => {}, read: () => state, latest: () => state };
  const made = createCandleHistory({
    live,
    fetchBefore: async (before) => {
      asked.push(before);
      const page = pages[asked.length - 1];
      return page === undefined || page === 'lost' ? fail('network') : succeed(page);
    },
  });
  const become = (list: readonly Candle[]) => {
    state = { ready: true, list };
  };
  return { ...made, asked, become, times: () => made.read().list.map(({ time }) => time) };
}

describe('the history of candles', () => {
  it('stands before the live ones, page by page, until there is no more', async () => {
    const { loadOlder, asked, times } = history([
      range(10_000 - historyPage, historyPage),
      range(9_400, 100),
    ]);
    await loadOlder();
    await loadOlder();
    await loadOlder();
    expect(asked).toEqual([10_000, 10_000 - historyPage]);
    expect([times().length, times()[0]]).toEqual([historyPage + 103, 9_400]);
  });

  it('asks once at a time, and again after a loss', async () => {
    const { loadOlder, asked, times } = history(['lost', range(9_990, 10)]);
    await Promise.all([loadOlder(), loadOlder()]);
    expect(asked).toEqual([10_000]);
    await loadOlder();
    expect(times()[0]).toBe(9_990);
  });

  it('is forgotten when the live ones begin later, because something would be missing between', async () => {
    const { loadOlder, become, times } = history([range(9_990, 10)]);
    await loadOlder();
    become(range(20_000, 3));
    expect(times()).toEqual([20_000, 20_001, 20_002]);
  });

  it('is the same object while nothing changed', async () => {
    const { loadOlder, read } = history([range(9_990, 10)]);
    await loadOlder();
    expect(read()).toBe(read());
  });
});

describe('what a chart has to be told', () => {
  const bars = range(0, 5).map(barOf);

  it('is nothing when nothing changed', () => {
    expect(changedFrom(bars, bars)).toBe(5);
  });

  it('is the open bar, or the one before it and what is new', () => {
    const open = [...bars.slice(0, 4), barOf(candle(4, '2'))];
    expect(changedFrom(bars, open)).toBe(4);
    expect(
      changedFrom(bars, [...bars.slice(0, 3), barOf(candle(3, '2')), barOf(candle(4)), barOf(candle(5))]),
    ).toBe(3);
  });

  it('is everything at first, of another pair, and when older ones came in front', () => {
    expect(changedFrom([], bars)).toBeNull();
    expect(changedFrom(bars, range(0, 5).map(barOf))).toBeNull();
    expect(changedFrom(bars, [...range(-3, 3).map(barOf), ...bars])).toBeNull();
  });
});

describe('the settings of the chart', () => {
  it('are remembered', () => {
    const storage = memoryStore();
    const chosen = {
      timeframe: '5m',
      style: 'area',
      indicators: ['rsi'],
      logScale: true,
      shown: true,
    } as const;
    writeChartSettings(chosen, storage);
    expect(readChartSettings(storage)).toEqual(chosen);
  });

  it.each(['', 'no json', 'null', '[]', '{"timeframe":"2m","style":"pie","indicators":"all","logScale":1}'])(
    'begin anew from %j',
    (text) => {
      const storage = memoryStore();
      storage.setItem('trade_chart', text);
      expect(readChartSettings(storage)).toEqual(firstSettings);
    },
  );
});

it('moves hours to the clock on the wall and leaves days where they are', () => {
  const now = { getTimezoneOffset: () => -180 } as Date;
  expect([clockShiftSeconds('1h', now), clockShiftSeconds('1d', now)]).toEqual([10_800, 0]);
});
