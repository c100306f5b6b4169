import { expect, it } from 'vitest';
import { balanceRows } from './balances-tab.tsx';

it('lists the coins of the pair first, held or not, and then every other that is held', () => {
  const balance = {
    USDT: { actual: '100', orders: '0' },
    XRP: { actual: '0', orders: '7' },
    BTC: { actual: '0.5', orders: '0.1' },
    DOGE: { actual: '0', orders: '0' },
  };
  expect(balanceRows(balance, ['ETH', 'USDT'])).toEqual([
    { coin: 'ETH', actual: '0', orders: '0' },
    { coin: 'USDT', actual: '100', orders: '0' },
    { coin: 'BTC', actual: '0.5', orders: '0.1' },
    { coin: 'XRP', actual: '0', orders: '7' },
  ]);
});
