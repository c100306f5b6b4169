// @vitest-environment node
import type { Candle, Trade } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { bestPricesOf } from './best-prices.ts';
import { type Book, emptyBook, takeBookMessage } from './book-state.ts';
import { mergeCandles, noCandles, takeCandlesMessage } from './candles-state.ts';
import { lastPriceOf } from './last-price.ts';
import { noTickers, takeTickersMessage } from './tickers-state.ts';
import { noTrades, takeTradesMessage } from './trades-state.ts';

type Pairs = [string, string][];
const take = (book: Book, sequence: number, bids: Pairs, asks: Pairs) =>
  takeBookMessage(book, { sequence, bids, asks });
const shown = ({ bids, asks }: Book) => ({
  bids: bids.map(({ price, quantity }) => [price, quantity]),
  asks: asks.map(({ price, quantity }) => [price, quantity]),
});

describe('the book', () => {
  const whole = take(
    emptyBook,
    0,
    [
      ['99', '1'],
      ['98.5', '2'],
    ],
    [
      ['101', '1'],
      ['102', '3'],
    ],
  );

  it('is ready with the whole state', () => {
    expect([emptyBook.ready, whole.ready]).toEqual([false, true]);
  });

  it('puts new levels in their place, changes known ones and drops empty ones', () => {
    const next = take(
      whole,
      1,
      [
        ['98.75', '5'],
        ['99', '0'],
        ['99.5', '1'],
      ],
      [
        ['101', '0.5'],
        ['1000', '1'],
      ],
    );
    expect(shown(next)).toEqual({
      bids: [
        ['99.5', '1'],
        ['98.75', '5'],
        ['98.5', '2'],
      ],
      asks: [
        ['101', '0.5'],
        ['102', '3'],
        ['1000', '1'],
      ],
    });
  });

  it('compares prices as numbers and not as words', () => {
    const book = take(
      emptyBook,
      0,
      [
        ['9', '1'],
        ['10', '1'],
      ],
      [
        ['100', '1'],
        ['20', '1'],
      ],
    );
    expect(shown(book)).toEqual({
      bids: [
        ['10', '1'],
        ['9', '1'],
      ],
      asks: [
        ['20', '1'],
        ['100', '1'],
      ],
    });
  });

  it('ignores the end of a level that it never had', () => {
    expect(shown(take(whole, 1, [['50', '0']], []))).toEqual(shown(whole));
  });

  it('forgets everything when the whole state comes anew', () => {
    expect(shown(take(whole, 0, [['1', '1']], []))).toEqual({ bids: [['1', '1']], asks: [] });
  });

  it('tells the best prices and halfway, cut to the step', () => {
    const book = take(emptyBook, 0, [['100.01', '1']], [['100.04', '1']]);
    expect(bestPricesOf(book, '0.01')).toEqual({ bid: '100.01', ask: '100.04', mid: '100.02' });
    expect(bestPricesOf(take(emptyBook, 0, [['1', '1']], []), '0.01')).toEqual({
      bid: '1',
      ask: null,
      mid: null,
    });
  });
});

describe('recent trades', () => {
  const trade = (id: number, price = '1') => ({ id: String(id), price }) as Trade;
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => trade(from - index));

  it('are forty, newest first', () => {
    const first = takeTradesMessage(noTrades, { sequence: 0, results: many(100, 40) });
    const next = takeTradesMessage(first, { sequence: 1, results: many(103, 3) });
    expect(next.list).toHaveLength(40);
    expect(next.list.slice(0, 4).map(({ id }) => id)).toEqual(['103', '102', '101', '100']);
  });

  it('say whether the price rose or fell, past trades at the same price', () => {
    expect(lastPriceOf([])).toBeNull();
    expect(lastPriceOf([trade(2, '10'), trade(1, '10')])?.direction).toBe('none');
    expect(lastPriceOf([trade(3, '10'), trade(2, '10'), trade(1, '9')])?.direction).toBe('up');
    expect(lastPriceOf([trade(2, '9'), trade(1, '10')])?.direction).toBe('down');
  });
});

describe('tickers', () => {
  it('keep the pairs that a change leaves out', () => {
    const pair = (code: string, volume: string) => ({ id: 1, code, volume, price: null, price_24h: null });
    const whole = takeTickersMessage(noTickers, { sequence: 0, pairs: [pair('A-B', '1'), pair('C-D', '1')] });
    const next = takeTickersMessage(whole, { sequence: 1, pairs: [pair('C-D', '2')] });
    expect([...next.values()].map(({ volume }) => volume)).toEqual(['1', '2']);
    expect(takeTickersMessage(next, { sequence: 0, pairs: [] }).size).toBe(0);
  });
});

describe('candles', () => {
  const candle = (time: number, close = '1') => ({ time, close }) as Candle;
  const times = (list: readonly Candle[]) => list.map(({ time }) => time);

  it('replace the open one and begin the next', () => {
    const whole = takeCandlesMessage(noCandles, { sequence: 0, results: [candle(60), candle(120)] });
    const next = takeCandlesMessage(whole, { sequence: 1, results: [candle(120, '5'), candle(180)] });
    expect(times(next.list)).toEqual([60, 120, 180]);
    expect(next.list[1]?.close).toBe('5');
  });

  it('take older ones in front', () => {
    expect(times(mergeCandles([candle(120)], [candle(0), candle(60)]))).toEqual([0, 60, 120]);
  });

  it('keep what was scrolled to when the socket begins anew, unless a hole would open', () => {
    const old = { ready: true, list: [candle(0), candle(60), candle(120)] };
    expect(times(takeCandlesMessage(old, { sequence: 0, results: [candle(120), candle(180)] }).list)).toEqual(
      [0, 60, 120, 180],
    );
    expect(times(takeCandlesMessage(old, { sequence: 0, results: [candle(300)] }).list)).toEqual([300]);
  });
});
