// @vitest-environment node
import { expect, it } from 'vitest';
import { dragQuestion } from './drag-question.ts';

const book = { bid: '99', ask: '101', mid: '100' };
const buy = { operation: 'buy', post_only: false } as const;
const sell = { operation: 'sell', post_only: false } as const;
const to = (price: string, order: { operation: 'buy' | 'sell'; post_only: boolean } = buy, asks = true) =>
  dragQuestion({ order, field: 'price', price }, book, asks);

it('asks about a price that reaches the other side of the book, whatever the preference', () => {
  expect(to('101')).toEqual({ reason: 'trades', best: '101' });
  expect(to('140', buy, false)).toEqual({ reason: 'trades', best: '101' });
  expect(to('99', sell, false)).toEqual({ reason: 'trades', best: '99' });
});

it('asks nothing about a price near the market that rests', () => {
  expect(to('100.99')).toBeNull();
  expect(to('99.01', sell)).toBeNull();
  expect(to('95')).toBeNull();
});

it('asks about a price far from the market, unless its owner wants no questions', () => {
  expect(to('94.99')).toEqual({ reason: 'far', percent: '5.01' });
  expect(to('110', sell)).toEqual({ reason: 'far', percent: '10' });
  expect(to('94', buy, false)).toBeNull();
});

it('does not fear that an order trades which never takes', () => {
  expect(to('102', { operation: 'buy', post_only: true })).toBeNull();
});

it('asks about a stop as the form does', () => {
  expect(dragQuestion({ order: buy, field: 'stop_price', price: '101' }, book, true)).toEqual({
    reason: 'stop',
  });
  expect(dragQuestion({ order: buy, field: 'stop_price', price: '101' }, book, false)).toBeNull();
});

it('asks nothing of an empty book', () => {
  expect(
    dragQuestion({ order: buy, field: 'price', price: '5' }, { bid: null, ask: null, mid: null }, true),
  ).toBeNull();
});
