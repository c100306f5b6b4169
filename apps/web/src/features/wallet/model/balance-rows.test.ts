import { describe, expect, it } from 'vitest';
import type { CoinState } from '#live/coin-state.ts';
import { sampleCoins } from '../testing/sample-coins.ts';
import { type BalanceView, balanceRows, changeOf, viewBalances } from './balance-rows.ts';

const coins: readonly CoinState[] = sampleCoins.coins.map((coin) => ({
  ...coin,
  actual: { USDT: '100', BTC: '0.5', XRP: '3' }[coin.code] ?? '0',
  orders: coin.code === 'USDT' ? '20.5' : '0',
}));
const wallets = [{ coin: 'USDT', actual: '100', orders: '20.5', locked: '0.25', incoming: '5' }];
const rates = [
  { coin: 'USDT', rate: '0.99', rate_24h: '1', time: null },
  { coin: 'BTC', rate: '60000.123456789', rate_24h: '50000', time: null },
  { coin: 'XRP', rate: null, rate_24h: null, time: null },
];
const rows = balanceRows({ coins, wallets, rates, language: 'en' });
const all: BalanceView = { search: '', hideSmall: false, smallBelow: '1', by: 'value', reversed: false };
const codes = (view: Partial<BalanceView>) => viewBalances(rows, { ...all, ...view }).map(({ code }) => code);

describe('a balance', () => {
  it('is worth all that there is of it, held money included, to the last digit', () => {
    expect(rows[0]).toMatchObject({ total: '120.75', value: '119.5425', locked: '0.25', incoming: '5' });
    expect(rows[1]?.value).toBe('30000.0617283945');
  });

  it('is worth nothing where there is none, and unknown where nobody knows the price', () => {
    expect(rows.map(({ code, value }) => [code, value])).toEqual([
      ['USDT', '119.5425'],
      ['BTC', '30000.0617283945'],
      ['XRP', null],
      ['TRX', '0'],
    ]);
  });

  it('changes in percent, toward zero', () => {
    expect(rows.map(({ change }) => change)).toEqual(['-1', '20', null, null]);
    expect(changeOf({ rate: '1', rate_24h: '3' })).toBe('-66.66');
    expect(changeOf({ rate: '1', rate_24h: '0' })).toBeNull();
  });
});

describe('the list of balances', () => {
  it('begins with the most valuable, and ends with what nobody knows the value of, either way', () => {
    expect(codes({})).toEqual(['BTC', 'USDT', 'TRX', 'XRP']);
    expect(codes({ reversed: true })).toEqual(['TRX', 'USDT', 'BTC', 'XRP']);
  });

  it('goes by name from A, and is searched by code and name', () => {
    expect(codes({ by: 'code' })).toEqual(['BTC', 'TRX', 'USDT', 'XRP']);
    expect(codes({ search: 'teth' })).toEqual(['USDT']);
    expect(codes({ search: ' btc ' })).toEqual(['BTC']);
  });

  it('hides what is small, but not what has no known value', () => {
    expect(codes({ hideSmall: true })).toEqual(['BTC', 'USDT', 'XRP']);
    expect(codes({ hideSmall: true, smallBelow: '120' })).toEqual(['BTC', 'XRP']);
    expect(codes({ hideSmall: true, smallBelow: null })).toEqual(['BTC', 'USDT', 'XRP']);
  });
});
