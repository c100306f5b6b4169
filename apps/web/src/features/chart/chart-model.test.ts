// @vitest-environment node
import type { Candle } from '@emporion/contracts/rest';
import { fail, succeed } from '@emporion/kernel';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '#api/browser-storage.ts';
import type { Candles } from '#market/candles-state.ts';
import { candlesMax, createCandleHistory, historyPage } from './candle-history.ts';
import { firstSettings, readChartSettings, writeChartSettings } from './chart-settings.ts';
import { clockShiftSeconds, createTimeTexts } from './chart-time.ts';
import { markWeights } from './model/time-marks.ts';

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

  it('asks once at a time, and after a loss only when somebody wants it again', async () => {
    const { loadOlder, retry, older, asked, times } = history(['lost', range(9_990, 10)]);
    const both = Promise.all([loadOlder(), loadOlder()]);
    expect(older()).toBe('fetching');
    await both;
    await loadOlder();
    expect([asked, older()]).toEqual([[10_000], 'failed']);
    await retry();
    expect([times()[0], older()]).toEqual([9_990, 'idle']);
  });

  it('has an end', async () => {
    const { loadOlder, become, asked } = history([]);
    become(range(10_000, candlesMax));
    await loadOlder();
    expect(asked).toEqual([]);
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

describe('the settings of the chart', () => {
  it('are remembered', () => {
    const storage = memoryStore();
    const chosen = {
      timeframe: '5m',
      style: 'area',
      indicators: ['rsi'],
      logScale: true,
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

describe('the times of the chart', () => {
  const moment = Date.UTC(2026, 10, 15, 14, 5) / 1_000;

  it('are named by what began with a candle, in the language of the reader', () => {
    const { mark } = createTimeTexts('en', '1d');
    const { year, month, day, hour } = markWeights;
    expect([year, month, day, hour].map((weight) => mark(moment, weight))).toEqual([
      '2026',
      'Nov',
      '15',
      '14:05',
    ]);
    expect(createTimeTexts('ru', '1d').mark(moment, month)).toBe('нояб.');
  });

  it('are whole dates of days, and have an hour where candles are shorter', () => {
    expect(createTimeTexts('en', '1d').moment(moment)).toBe('Nov 15, 2026');
    expect(createTimeTexts('en', '5m').moment(moment)).toMatch(/^Nov 1[456], 2026, \d\d:\d5$/);
  });
});

it('moves hours to the clock on the wall and leaves days where they are', () => {
  const now = { getTimezoneOffset: () => -180 } as Date;
  expect([clockShiftSeconds('1h', now), clockShiftSeconds('1d', now)]).toEqual([10_800, 0]);
});
