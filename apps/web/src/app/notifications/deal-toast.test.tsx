import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { holdFills } from '#live/announced-fills.ts';
import { resetToasts, toastsNow } from '#ui/toast/toast-store.ts';
import { dealToast, tellDeals } from './use-user-feeds.ts';

const t = ((key: string, params: object) => `${key} ${JSON.stringify(params)}`) as TFunction;

const deal = {
  id: '1',
  order_id: '2',
  client_order_id: null,
  pair: 'BTC-USDT',
  operation: 'buy',
  price: '64120.50',
  quantity: '0.10000000',
  total: '6412.05',
  fee: '0.0001',
  fee_coin: 'BTC',
  role: 'taker',
  time: '2026-01-01T00:00:00Z',
} as const;

it('tells of a deal as a success, with exact figures', () => {
  expect(dealToast(deal, t)).toEqual({
    type: 'success',
    title: 'shell.deal.buy {"pair":"BTC-USDT"}',
    description: 'shell.deal.text {"quantity":"0.1 BTC","price":"64,120.5 USDT"}',
  });
});

it('leaves out what the form has told of the order that it sent', async () => {
  const told = holdFills();
  const deals = tellDeals([deal, { ...deal, id: '3', order_id: '4', operation: 'sell' }], t);
  told(['2']);
  await deals;
  expect(toastsNow().map(({ title }) => title)).toEqual(['shell.deal.sell {"pair":"BTC-USDT"}']);
  resetToasts();
});

it('shows the newest two, however many come', async () => {
  const prices = ['1', '2', '3', '4', '5'];
  await tellDeals(
    prices.map((price, index) => ({ ...deal, id: price, order_id: `${10 + index}`, price })),
    t,
  );
  expect(toastsNow().map(({ description }) => /"price":"(.*?) /.exec(description ?? '')?.[1])).toEqual([
    '4',
    '5',
  ]);
  resetToasts();
});
