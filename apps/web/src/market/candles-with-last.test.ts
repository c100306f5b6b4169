// @vitest-environment node
import { expect, it } from 'vitest';
import type { Candles } from './candles-state.ts';
import { candlesWithLast, closeAtLastTrade } from './candles-with-last.ts';
import type { Trades } from './trades-state.ts';

const opened = Date.parse('2026-01-01T10:00:00Z') / 1_000;
const candle = { time: opened, open: '100', high: '110', low: '95', close: '104', volume: '3' };
const older = { ...candle, time: opened - 3_600, close: '100' };
const candles: Candles = { ready: true, list: [older, candle] };
const trade = (price: string, time = '2026-01-01T10:20:00Z') => ({ price, time });

it('closes the newest candle at the last trade, and widens it where that lies outside', () => {
  expect(closeAtLastTrade(candles, trade('105')).list).toEqual([older, { ...candle, close: '105' }]);
  expect(closeAtLastTrade(candles, trade('110.5')).list[1]).toMatchObject({ close: '110.5', high: '110.5' });
  expect(closeAtLastTrade(candles, trade('94')).list[1]).toMatchObject({ close: '94', low: '94' });
});

it('leaves candles alone without trades, and for a trade before the newest one', () => {
  expect(closeAtLastTrade(candles, undefined)).toBe(candles);
  expect(closeAtLastTrade(candles, trade('105', '2026-01-01T09:59:59Z'))).toBe(candles);
});

it('tells its readers of trades as of candles, and reads the same object until one of them changed', () => {
  const listeners = new Set<() => void>();
  const source = <State>(state: () => State) => ({
    read: state,
    latest: state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  let trades = { ready: true, list: [trade('105')] } as unknown as Trades;
  const store = candlesWithLast(
    source(() => candles),
    source(() => trades),
  );
  let told = 0;
  const stop = store.subscribe(() => {
    told += 1;
  });
  const before = store.read();
  expect(store.read()).toBe(before);
  trades = { ready: true, list: [trade('106')] } as unknown as Trades;
  for (const listener of listeners) listener();
  expect(told).toBeGreaterThan(0);
  expect(store.read().list.at(-1)?.close).toBe('106');
  stop();
  expect(listeners.size).toBe(0);
});
