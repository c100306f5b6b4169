// @vitest-environment node
import type { Order } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { type BookLevel, emptyBook, takeBookMessage } from '#market/book-state.ts';
import { fromUnits, toUnits } from '#market/units.ts';
import { layoutBook, levelPriceOf, ownLevelsOf, rowAt, spreadHeight, spreadOf } from './book-layout.ts';

const bids: [string, string][] = [
  ['99', '1'],
  ['98', '2'],
  ['97', '4'],
];
const asks: [string, string][] = [
  ['101', '2'],
  ['102', '2'],
  ['103', '2'],
];
const book = takeBookMessage(emptyBook, { sequence: 0, bids, asks });
const rowHeight = 20;
const forRows = (count: number) => count * rowHeight + spreadHeight;

describe('the layout of the book', () => {
  it('has the asks above the spread and the bids below, the best beside it', () => {
    const { rows, spreadTop } = layoutBook(book, { view: 'both', height: forRows(4) });
    expect(rows.map(({ level }) => level.price)).toEqual(['102', '101', '99', '98']);
    expect(spreadTop).toBe(2 * rowHeight);
    expect(rows.map(({ top }) => top)).toEqual([0, 20, 40 + spreadHeight, 60 + spreadHeight]);
  });

  it('sums from the best price outward, and measures bars by the largest sum shown', () => {
    const { rows } = layoutBook(book, { view: 'both', height: forRows(6) });
    expect(rows.map(({ totalUnits }) => fromUnits(totalUnits))).toEqual(['6', '4', '2', '1', '3', '7']);
    expect(rows.at(-1)?.share).toBe(1);
    expect(rows[0]?.share).toBeCloseTo(6 / 7, 2);
  });

  it('gives the whole height to one side', () => {
    const side = (view: 'asks' | 'bids') =>
      layoutBook(book, { view, height: forRows(3) }).rows.map(({ level }) => level.price);
    expect(side('asks')).toEqual(['103', '102', '101']);
    expect(side('bids')).toEqual(['99', '98', '97']);
  });

  it('keeps the spread in its place while a side is short', () => {
    const short = takeBookMessage(emptyBook, { sequence: 0, bids: [], asks: [['101', '1']] });
    expect(layoutBook(short, { view: 'both', height: forRows(8) }).spreadTop).toBe(4 * rowHeight);
  });

  it('finds the row under a point, and none on the spread', () => {
    const layout = layoutBook(book, { view: 'both', height: forRows(2) });
    expect(rowAt(layout, 5)?.level.price).toBe('101');
    expect(rowAt(layout, rowHeight + 5)).toBeUndefined();
    expect(rowAt(layout, rowHeight + spreadHeight + 1)?.level.price).toBe('99');
  });

  it('survives a panel without height', () => {
    expect(layoutBook(book, { view: 'both', height: 0 }).rows).toEqual([]);
  });

  it('shares what is left over among the rows', () => {
    const { rows, rowHeight: high } = layoutBook(book, { view: 'both', height: forRows(4) - 2 });
    expect(high).toBe(19.5);
    expect(rows).toHaveLength(4);
  });
});

describe('the spread', () => {
  it('is told as an amount and in percent of the middle', () => {
    expect(spreadOf(book)).toEqual({ amount: '2', percent: '2' });
  });

  it('is rounded to the nearest thousandth of a percent', () => {
    const level = (price: string) => ({ ...(book.asks[0] as BookLevel), price, priceUnits: toUnits(price) });
    const narrow = { ready: true, bids: [level('68602')], asks: [level('68614.24')] };
    expect(spreadOf(narrow)).toEqual({ amount: '12.24', percent: '0.018' });
  });

  it('is not told of half a book, nor of sides that overlap', () => {
    expect(spreadOf(emptyBook)).toBeNull();
    expect(spreadOf({ ready: true, bids: book.asks, asks: book.bids })).toBeNull();
  });
});

describe('own orders', () => {
  it.each([
    ['bid', '64123.45', '64120'],
    ['ask', '64123.45', '64130'],
    ['ask', '64120', '64120'],
  ] as const)('a %s at %s stands in the level %s of the step 10', (side, price, level) => {
    expect(levelPriceOf(price, side, '10')).toBe(toUnits(level));
  });

  it('are marked on their side, and not while they wait for a stop price', () => {
    const order = (fields: Partial<Order>) => ({ status: 'open', ...fields }) as Order;
    const own = ownLevelsOf(
      [
        order({ price: '99', operation: 'buy' }),
        order({ price: '101', operation: 'sell' }),
        order({ price: '102', operation: 'sell', status: 'pending' }),
        order({ price: null, operation: 'buy' }),
      ],
      '1',
    );
    expect([own.bid, own.ask]).toEqual([new Set([toUnits('99')]), new Set([toUnits('101')])]);
  });
});
