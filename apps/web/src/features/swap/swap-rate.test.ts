// @vitest-environment node
import { expect, it } from 'vitest';
import { formatNumber } from '#ui/number/format-number.ts';
import { rateOf } from './swap-rate.ts';

type Asked = Parameters<typeof rateOf>[0];

const shown = (asked: Asked, isFlipped?: boolean) => {
  const rate = rateOf(asked, isFlipped);
  if (rate === null) return null;
  return `1 ${rate.one} = ${formatNumber(rate.value, { decimals: rate.decimals, trimZeros: true })} ${rate.other}`;
};
const buying: Asked = { from: 'USDT', to: 'BTC', give: '99.933234', receive: '0.00144083' };

it('leads with the dearer coin, whichever way the swap goes', () => {
  expect(shown(buying)).toBe('1 BTC = 69,358.1 USDT');
  expect(shown({ from: 'BTC', to: 'USDT', give: '0.00144083', receive: '99.933234' })).toBe(
    '1 BTC = 69,358.1 USDT',
  );
});

it('turns around on demand, with no more digits than people read', () => {
  expect(shown(buying, true)).toBe('1 USDT = 0.00001441 BTC');
});

it('has no rate while nothing leaves or nothing arrives', () => {
  expect(rateOf({ ...buying, receive: '0' })).toBeNull();
  expect(rateOf({ ...buying, give: '' })).toBeNull();
});
