import type { Translate } from '@emporion/i18n/texts';
import { afterEach, expect, it } from 'vitest';
import { sampleOrder } from '#orders/testing/sample-order.ts';
import { resetToasts, showToast, toastsNow } from '#ui/toast/toast-store.ts';
import { showPlacedToast, tellPlaced } from './placed-toast.ts';

const t = ((key: string) => key) as Translate;
const titles = () => toastsNow().map(({ title }) => title);

afterEach(resetToasts);

it('tells of one order at a time', () => {
  showPlacedToast({ ...sampleOrder, status: 'open' }, t);
  showPlacedToast({ ...sampleOrder, status: 'filled' }, t);
  expect(titles()).toEqual(['trade.placed.filled']);
});

it('leaves what others have to say', () => {
  showPlacedToast({ ...sampleOrder, status: 'open' }, t);
  showToast({ title: 'a deal' });
  showPlacedToast({ ...sampleOrder, status: 'open' }, t);
  expect(titles()).toEqual(['a deal', 'trade.placed.open']);
});

it('says what was traded at which price, and before that what the order is for', () => {
  const told = () => toastsNow().at(-1)?.description;
  const words = ((key: string, values?: object) =>
    `${key}${values ? JSON.stringify(values) : ''}`) as Translate;
  showPlacedToast({ ...sampleOrder, status: 'open' }, words);
  expect(told()).toBe(
    'trade.side.buy · trade.kinds.limit · shell.deal.text{"quantity":"0.5 BTC","price":"60,000 USDT"}',
  );
  // The price of a stop is the worst that it takes, and it may have none.
  showPlacedToast({ ...sampleOrder, type: 2, status: 'pending', stop_price: '58000' }, words);
  expect(told()).toBe('trade.side.buy · trade.kinds.stop · 0.5 BTC');
  showPlacedToast(
    { ...sampleOrder, status: 'partially_filled', filled: '0.20', average_price: '59990.50' },
    words,
  );
  expect(told()).toContain('{"quantity":"0.2 BTC","price":"59,990.5 USDT"}');
});

it('leaves an order that was filled at once to the toasts of its deals', () => {
  const filled = { ...sampleOrder, status: 'filled' } as const;
  showToast({ title: 'a deal', about: `deal of ${filled.id}` });
  showPlacedToast(filled, t);
  showPlacedToast({ ...filled, id: '999' }, t);
  expect(toastsNow().map(({ title, about }) => [title, about])).toEqual([
    ['a deal', `deal of ${filled.id}`],
    ['trade.placed.filled', 'order 999'],
  ]);
});

it('does not speak of a rest where nothing was traded', () => {
  showPlacedToast({ ...sampleOrder, status: 'cancelled', filled: '0' }, t);
  expect(titles()).toEqual(['trade.placed.nothing']);
  showPlacedToast({ ...sampleOrder, status: 'cancelled', filled: '0.1' }, t);
  expect(titles()).toEqual(['trade.placed.cancelled']);
});

it.each([
  [true, 'trade.placed.filled'],
  [false, 'trade.placed.open'],
])(
  'says of an order that filled at once what it came to, where pop-ups of fills are on: %s',
  async (isOn, title) => {
    const filled = { ...sampleOrder, status: 'filled' } as const;
    await tellPlaced(filled, { wantsFills: async () => isOn, t });
    expect(titles()).toEqual([title]);
  },
);
