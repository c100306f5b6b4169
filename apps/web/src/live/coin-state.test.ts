// @vitest-environment node
import type { Coin } from '@emporion/contracts/rest';
import { expect, it, vi } from 'vitest';
import { combineCoins } from './coin-state.ts';
import { createOnceLog } from './log.ts';

const fee = { deposit: '0', withdrawal: '0.0001' };
const limits = { deposit: { min: '0', max: null }, withdrawal: { min: '0.001', max: null, daily: null } };

function coin(code: string, index: number, disable_all = false): Coin {
  const off = { disable_exchange: false, disable_pairs: false, disable_stack: false };
  const alsoOff = { disable_topups: false, disable_withdrawals: false };
  const about = {
    name: code,
    fiat: false,
    base: code,
    blockchain_list: [],
    links: [],
    tx_explorer: null,
    decimals: 8,
    logo: '',
    networks: [],
  };
  return { code, index, disable_all, ...about, ...off, ...alsoOff, fee, limits };
}

it('hides coins that are switched off and keeps the order of their index', () => {
  const coins = [coin('ETH', 2), coin('OLD', 0, true), coin('BTC', 1)];
  expect(combineCoins({ coins }, () => {}).map(({ code }) => code)).toEqual(['BTC', 'ETH']);
});

it('takes the newest fees, limits and holdings', () => {
  const newer = { code: 'BTC', fee: { deposit: '0', withdrawal: '0.0005' }, limits, networks: [] };
  const balance = { BTC: { actual: '1.5', orders: '0.25' } };
  const [btc, eth] = combineCoins(
    { coins: [coin('BTC', 1), coin('ETH', 2)], limits: [newer], balance },
    () => {},
  );
  expect(btc).toMatchObject({ fee: { withdrawal: '0.0005' }, actual: '1.5', orders: '0.25' });
  expect(eth).toMatchObject({ fee, actual: '0', orders: '0' });
});

it('logs a coin that the list does not have once, however often it comes', () => {
  const warn = vi.fn();
  const once = createOnceLog(warn);
  const report = (code: string, update: string) => once(`${update} ${code}`, `${code} is unknown.`);
  const sources = { coins: [coin('BTC', 1)], balance: { CBC: { actual: '1', orders: '0' } } };
  combineCoins(sources, report);
  combineCoins(sources, report);
  expect(warn).toHaveBeenCalledTimes(1);
});
