import type { WithdrawalQuote } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { amountProblem, mostSendable } from './amount-problem.ts';
import { coinsFor, lessOf, sumOf, worthOf } from './amounts.ts';

const quote: WithdrawalQuote = {
  fee: '1',
  min: '10',
  max: '5000',
  available: '1000',
  sendable: '999',
  day: { max: '900', used: '0', left: '900' },
  level: { level: 1, max: '2000', used: '1200', left: '800' },
  value: null,
  reviewed: false,
  frozen_until: null,
};
const terms = { coin: 'USDT', decimals: 6, fee: '1', quote, inOrders: '500' };

describe('an amount to withdraw', () => {
  it.each([
    ['', 'field_required'],
    ['-5', 'amount_negative'],
    ['1e3', 'amount_not_a_number'],
    ['10.0000001', 'amount_too_many_decimals'],
    ['0', 'amount_too_small'],
    ['9.999999', 'amount_too_small'],
    ['5000.000001', 'amount_too_large'],
    ['1500.000001', 'insufficient_funds'],
    ['1500', 'not_enough_in_holds'],
    ['999.000001', 'not_enough_for_fee'],
    ['900.5', 'withdrawal_limit_exceeded'],
  ])('of %j is refused as %s', (amount, code) => {
    expect(amountProblem(amount, terms)?.code).toBe(code);
  });

  it('names the bound with its coin', () => {
    expect(amountProblem('1', terms)?.params).toEqual({ min: '10 USDT' });
    expect(amountProblem('900.5', terms)?.params).toEqual({ coin: 'USDT', left: '900' });
  });

  it('is held to the value of the day as soon as its value is known', () => {
    expect(amountProblem('850', { ...terms, quote: { ...quote, value: '850' } })).toEqual({
      code: 'out_of_limit',
      params: { left: '800.00' },
    });
    expect(amountProblem('800', { ...terms, quote: { ...quote, value: '800' } })).toBeUndefined();
  });

  it('may be all of it to somebody of this exchange, as nothing is taken then', () => {
    expect(mostSendable(quote, false)).toBe('999');
    expect(mostSendable(quote, true)).toBe('1000');
    expect(mostSendable({ ...quote, sendable: '900' }, true)).toBe('900');
    expect(
      amountProblem('1000', { ...terms, fee: '0', quote: { ...quote, day: { ...quote.day, left: null } } }),
    ).toBeUndefined();
  });
});

describe('exact amounts', () => {
  it('add and take away without a float between', () => {
    expect(sumOf('0.1', '0.2')).toBe('0.3');
    expect(lessOf('0.3', '0.1')).toBe('0.2');
    expect(lessOf('1', '2')).toBe('0');
  });

  it('are converted both ways, rounded down', () => {
    const rate = { rate: '67000.5' };
    expect(worthOf('0.12345678', { ...rate, decimals: 2 })).toBe('8271.66');
    expect(coinsFor('100', { ...rate, decimals: 8 })).toBe('0.00149252');
    expect(coinsFor('', { ...rate, decimals: 8 })).toBe('');
    expect(coinsFor('100', { rate: '0', decimals: 8 })).toBe('');
  });
});
