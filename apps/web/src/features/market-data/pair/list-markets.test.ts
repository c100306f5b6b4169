import { expect, it } from 'vitest';
import { samplePair } from '#market/testing/sample-pair.ts';
import { listMarkets, type MarketView } from './list-markets.ts';

const pairs = [
  { ...samplePair, code: 'BTC-USDT', volume: '900', change: '-1.5' },
  { ...samplePair, code: 'ETH-USDT', volume: '1000', change: '2' },
  { ...samplePair, code: 'TRX-USDT', volume: '10', change: null },
];
const view: MarketView = { search: '', by: 'volume', reversed: false, favourites: new Set() };
const codes = (change: Partial<MarketView>) =>
  listMarkets(pairs, new Map(), { ...view, ...change }).map(({ code }) => code.slice(0, 3));

it('sorts by amount and not by text, the greatest first', () => {
  expect(codes({})).toEqual(['ETH', 'BTC', 'TRX']);
  expect(codes({ by: 'change' })).toEqual(['ETH', 'TRX', 'BTC']);
  expect(codes({ by: 'name' })).toEqual(['BTC', 'ETH', 'TRX']);
});

it('compares volumes by what they are worth, not by how small the money is that counts them', () => {
  const quoted = (code: string, change: { volume: string; price: string | null }) => ({
    ...{ ...samplePair, ...change, code },
    quote: { ...samplePair.quote, code: code.split('-')[1] ?? '' },
  });
  const mixed = [
    ...pairs,
    quoted('USDT-RUB', { volume: '8000', price: '80' }),
    quoted('BTC-EUR', { volume: '950', price: '50000' }),
    quoted('EUR-USDT', { volume: '1', price: '1.1' }),
    quoted('BTC-XYZ', { volume: '1000000', price: '1' }),
  ];
  expect(listMarkets(mixed, new Map(), view).map(({ code }) => code)).toEqual([
    ...['BTC-EUR', 'ETH-USDT', 'BTC-USDT', 'USDT-RUB', 'TRX-USDT', 'EUR-USDT', 'BTC-XYZ'],
  ]);
});

it('turns round, and favourites stay first', () => {
  expect(codes({ reversed: true })).toEqual(['TRX', 'BTC', 'ETH']);
  expect(codes({ by: 'name', reversed: true, favourites: new Set(['BTC-USDT']) })).toEqual([
    'BTC',
    'TRX',
    'ETH',
  ]);
});

it('puts favourites first', () => {
  expect(codes({ favourites: new Set(['TRX-USDT']) })).toEqual(['TRX', 'ETH', 'BTC']);
});

it('finds what people write', () => {
  expect(codes({ search: ' trx' })).toEqual(['TRX']);
  expect(codes({ search: 'btc/usdt' })).toEqual(['BTC']);
  expect(codes({ search: 'nope' })).toEqual([]);
});

it('prefers what the socket says to what the list said', () => {
  const { base: _, quote: __, stack_precisions: ___, rules: ____, ...ticker } = samplePair;
  const tickers = new Map([['BTC-USDT', { ...ticker, price: '1', volume: '5000' }]]);
  expect(listMarkets(pairs, tickers, view)[0]).toMatchObject({ code: 'BTC-USDT', price: '1' });
});
