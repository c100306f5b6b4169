// @vitest-environment node
import type { Pair } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { checkAlert, directionTo, distanceTo, valueAway } from './alert-draft.ts';

const pair = {
  code: 'BTC-USDT',
  rules: { tick: '0.05', price_decimals: 2, quote_decimals: 6 },
} as unknown as Pair;

describe('the direction', () => {
  it.each([
    ['101', '100', 'above'],
    ['99.99', '100', 'below'],
    ['100.0', '100', null],
    ['', '100', null],
    ['100', null, null],
  ])('to %s from %s is %s', (value, now, direction) => {
    expect(directionTo(value, now)).toBe(direction);
  });
});

describe('a value some percent away', () => {
  it.each([
    ['100', 5, '105'],
    ['100.03', -1, '99'],
    ['64123.45', 1, '64764.65'],
    [null, 1, ''],
  ])('from %s by %s percent is the tick below it: %s', (now, percent, value) => {
    expect(valueAway(now, percent, pair, 'price')).toBe(value);
  });

  it('of a volume has two decimals', () => {
    expect(valueAway('1234567.891234', 5, pair, 'volume')).toBe('1296296.28');
  });
});

it('tells the distance with its sign, towards zero', () => {
  expect(distanceTo('105', '100')).toBe('5');
  expect(distanceTo('99.999', '100')).toBe('0');
  expect(distanceTo('66', '100')).toBe('-34');
  expect(distanceTo('66', '0')).toBeNull();
  expect(distanceTo('66', null)).toBeNull();
});

describe('an alert', () => {
  const code = (value: string, direction: 'above' | 'below', metric: 'price' | 'volume' = 'price') =>
    checkAlert({ value, direction, metric }, pair, '100').value?.code;

  it.each([
    ['', 'above', 'field_required'],
    ['0', 'above', 'amount_too_small'],
    ['0.01', 'below', 'amount_too_small'],
    ['101.01', 'above', 'price_off_tick'],
    ['100', 'above', 'alert_already_true'],
    ['100', 'below', 'alert_already_true'],
    ['99', 'above', 'alert_already_true'],
    ['101', 'below', 'alert_already_true'],
    ['101.05', 'above', undefined],
    ['98.95', 'below', undefined],
  ] as const)('at %s %s is %s', (value, direction, problem) => {
    expect(code(value, direction)).toBe(problem);
  });

  it('of a volume keeps to no tick', () => {
    expect(code('101.010001', 'above', 'volume')).toBeUndefined();
  });

  it('is taken where nothing was traded yet', () => {
    expect(checkAlert({ value: '7', direction: 'above', metric: 'price' }, pair, null)).toEqual({});
  });
});
