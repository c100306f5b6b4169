// @vitest-environment node
import type { Translate } from '@emporion/i18n/texts';
import { afterEach, expect, it } from 'vitest';
import { resetToasts, showToast, toastsNow } from '#ui/toast/toast-store.ts';
import { tellDeals } from './tell-deals.ts';

const t = ((key: string, params: object) => `${key} ${JSON.stringify(params)}`) as Translate;
const titles = () => toastsNow().map(({ title }) => title);

afterEach(resetToasts);

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

it('says what was bought at which price, with exact figures', () => {
  tellDeals([deal], t);
  expect(titles()).toEqual(['shell.deal.buy {"quantity":"0.1 BTC","price":"64,120.5 USDT"}']);
});

it('sums the deals of one order in one toast, at their average price', () => {
  const second = { ...deal, id: '3', price: '64120.60', quantity: '0.30000000', total: '19236.18' };
  tellDeals([deal, second], t);
  expect(titles()).toEqual(['shell.deal.buy {"quantity":"0.4 BTC","price":"64,120.58 USDT"}']);
  tellDeals([{ ...deal, id: '4', quantity: '0.6', total: '38472.3' }], t);
  expect(titles()).toEqual(['shell.deal.buy {"quantity":"1 BTC","price":"64,120.53 USDT"}']);
});

it('counts from zero once the toast of an order is gone', () => {
  tellDeals([deal], t);
  resetToasts();
  tellDeals([{ ...deal, id: '3' }], t);
  expect(titles()).toEqual(['shell.deal.buy {"quantity":"0.1 BTC","price":"64,120.5 USDT"}']);
});

it('tells of each order by itself', () => {
  tellDeals([deal, { ...deal, id: '3', order_id: '9', operation: 'sell' }], t);
  expect(titles()).toEqual([
    'shell.deal.buy {"quantity":"0.1 BTC","price":"64,120.5 USDT"}',
    'shell.deal.sell {"quantity":"0.1 BTC","price":"64,120.5 USDT"}',
  ]);
});

it('replaces what the form said of an order that filled at once, and of no other', () => {
  showToast({ title: 'filled', about: `order ${deal.order_id}` });
  showToast({ title: 'another', about: 'order 77' });
  tellDeals([deal, { ...deal, id: '3' }], t);
  expect(titles()).toEqual(['another', 'shell.deal.buy {"quantity":"0.2 BTC","price":"64,120.5 USDT"}']);
});

it('tells of a swap once, with the amounts of its receipt and not those of its deals', () => {
  const swap = { id: '2', from: 'USDT', to: 'ETH', given: '99.933234', received: '0.02884083' };
  tellDeals(
    [
      { ...deal, swap },
      { ...deal, id: '3', order_id: '3', pair: 'ETH-BTC', swap },
    ],
    t,
  );
  expect(titles()).toEqual(['shell.deal.swap {"given":"99.933234 USDT","received":"0.02884083 ETH"}']);
});
