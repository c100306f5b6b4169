import { expect, it } from 'vitest';
import { balanceRows, sortBalances, withoutSmall } from './balances-tab.tsx';

const balance = {
  USDT: { actual: '100', orders: '0' },
  XRP: { actual: '0', orders: '7' },
  BTC: { actual: '0.5', orders: '0.1' },
  DOGE: { actual: '0', orders: '0' },
};
const rates = [
  { coin: 'BTC', rate: '60000' },
  { coin: 'USDT', rate: '0.999' },
  { coin: 'XRP', rate: null },
];
const rows = balanceRows(balance, ['ETH', 'USDT'], rates);
const names = (list: typeof rows) => list.map(({ coin }) => coin);

it('lists the coins of the pair first, held or not, and then every other that is held', () => {
  expect(balanceRows(balance, ['ETH', 'USDT'])).toEqual([
    { coin: 'ETH', actual: '0', orders: '0', value: '0' },
    { coin: 'USDT', actual: '100', orders: '0', value: null },
    { coin: 'BTC', actual: '0.5', orders: '0.1', value: null },
    { coin: 'XRP', actual: '0', orders: '7', value: null },
  ]);
});

it('values what is free and what is in orders together, exactly', () => {
  expect(rows.map(({ value }) => value)).toEqual(['0', '99.9', '36000', null]);
});

it('sorts by figures and names, with unknown values last either way', () => {
  expect(names(sortBalances(rows, { by: 'value', ascending: false }))).toEqual(['BTC', 'USDT', 'ETH', 'XRP']);
  expect(names(sortBalances(rows, { by: 'value', ascending: true }))).toEqual(['ETH', 'USDT', 'BTC', 'XRP']);
  expect(names(sortBalances(rows, { by: 'coin', ascending: true }))).toEqual(['BTC', 'ETH', 'USDT', 'XRP']);
});

it('hides what is worth less than one unit, and nothing whose value is unknown', () => {
  expect(names(withoutSmall(rows))).toEqual(['USDT', 'BTC', 'XRP']);
});
