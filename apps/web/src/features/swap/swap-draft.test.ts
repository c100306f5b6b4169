import { expect, it } from 'vitest';
import { addressOf, draftOf, exceeds, flipped, warningOf, withCoin } from './swap-draft.ts';

const coins = ['BTC', 'ETH', 'USDT'].map((code) => ({ code }));
const draft = (text: string) => draftOf(new URLSearchParams(text), coins);

it.each([
  ['', { from: 'USDT', to: 'BTC', side: 'give', amount: '' }],
  ['from=ETH', { from: 'ETH', to: 'USDT', side: 'give', amount: '' }],
  ['from=USDT', { from: 'USDT', to: 'BTC', side: 'give', amount: '' }],
  ['to=USDT', { from: 'BTC', to: 'USDT', side: 'give', amount: '' }],
  ['from=BTC&to=BTC', { from: 'BTC', to: 'USDT', side: 'give', amount: '' }],
  ['from=DOGE&to=%3Cb%3E', { from: 'USDT', to: 'BTC', side: 'give', amount: '' }],
  ['from=BTC&to=ETH&give=0.1', { from: 'BTC', to: 'ETH', side: 'give', amount: '0.1' }],
  ['from=BTC&to=ETH&receive=2', { from: 'BTC', to: 'ETH', side: 'receive', amount: '2' }],
  ['from=BTC&to=ETH&give=1e9', { from: 'BTC', to: 'ETH', side: 'give', amount: '' }],
])('reads %j from the address', (text, expected) => {
  expect(draft(text)).toEqual(expected);
});

it('comes back from the address as it was', () => {
  const whole = draft('from=BTC&to=ETH&receive=2.50');
  expect(draftOf(addressOf(whole), coins)).toEqual(whole);
});

it('changes places, and so does choosing the coin of the other side', () => {
  const before = draft('from=BTC&to=ETH&give=1');
  expect(flipped(before)).toEqual({ from: 'ETH', to: 'BTC', side: 'receive', amount: '1' });
  expect(withCoin(before, 'from', 'ETH')).toMatchObject({ from: 'ETH', to: 'BTC' });
  expect(withCoin(before, 'to', 'USDT')).toMatchObject({ from: 'BTC', to: 'USDT' });
});

it('compares amounts exactly, and warns by the price impact', () => {
  expect(exceeds('0.100000000000000001', '0.1')).toBe(true);
  expect(exceeds('0.10', '0.1')).toBe(false);
  expect(['0', '0.99', '1', '5'].map(warningOf)).toEqual(['none', 'none', 'high', 'very-high']);
});
