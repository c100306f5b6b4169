import type { Translate } from '@emporion/i18n/texts';
import { expect, it } from 'vitest';
import { resetToasts, showToast, toastsNow } from '#ui/toast/toast-store.ts';
import { dealToast, noticeToast, tellDeals } from './use-user-feeds.ts';

const t = ((key: string, params: object) => `${key} ${JSON.stringify(params)}`) as Translate;

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

it('tells of every deal, also of an order that a form on this page has just sent', () => {
  tellDeals([deal, { ...deal, id: '3', operation: 'sell' }], t);
  expect(toastsNow().map(({ title }) => title)).toEqual([
    'shell.deal.buy {"pair":"BTC-USDT"}',
    'shell.deal.sell {"pair":"BTC-USDT"}',
  ]);
  resetToasts();
});

it('takes the place of what a form said of an order that was filled at once, and of no other', () => {
  showToast({ title: 'filled', about: `order ${deal.order_id}` });
  showToast({ title: 'another', about: 'order 77' });
  tellDeals([deal, { ...deal, id: '3' }], t);
  expect(toastsNow().map(({ title }) => title)).toEqual([
    'another',
    ...Array(2).fill('shell.deal.buy {"pair":"BTC-USDT"}'),
  ]);
  resetToasts();
});

it('shows bad news as a warning', () => {
  const notice = { id: '1', title: 'Verification declined', text: 'Why', time: '2026-01-02T03:04:05.000Z' };
  expect([noticeToast(notice).type, noticeToast({ ...notice, warns: true }).type]).toEqual([
    'info',
    'warning',
  ]);
});
