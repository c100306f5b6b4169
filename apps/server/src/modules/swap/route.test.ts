import { expect, it } from 'vitest';
import { findRoute, findRoutes } from './route.ts';

const markets = ['BTC-USDT', 'ETH-USDT', 'ETH-BTC', 'XRP-EUR'].map((code) => {
  const [base = '', quote = ''] = code.split('-');
  return { code, base, quote };
});

it.each([
  ['BTC', 'USDT', ['BTC-USDT']],
  ['USDT', 'BTC', ['BTC-USDT']],
  ['ETH', 'BTC', ['ETH-BTC']],
  ['XRP', 'USDT', undefined],
  ['BTC', 'BTC', undefined],
  ['BTC', 'DOGE', undefined],
])('goes from %s to %s through %j', (from, to, route) => {
  expect(findRoute(markets, { from, to })).toEqual(route);
});

it('goes through a third coin where no market joins the two', () => {
  const throughUsdt = markets.filter(({ code }) => code !== 'ETH-BTC');
  expect(findRoute(throughUsdt, { from: 'BTC', to: 'ETH' })).toEqual(['BTC-USDT', 'ETH-USDT']);
});

it('knows every other way too, so that a swap is found again by the one it once took', () => {
  expect(findRoutes(markets, { from: 'BTC', to: 'ETH' })).toEqual([['ETH-BTC'], ['BTC-USDT', 'ETH-USDT']]);
});
