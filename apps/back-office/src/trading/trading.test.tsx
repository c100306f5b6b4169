import type { StaffOrder } from '@emporion/contracts/rest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closePage, openPage, withCapabilities } from '#testing/open-page.tsx';

const order: StaffOrder = {
  id: '17',
  pair: 'BTC-USDT',
  type: 0,
  operation: 'sell',
  quantity: '0.5',
  filled: '0.2',
  remaining: '0.3',
  price: '60000',
  average_price: '60000',
  total: '12000',
  budget: null,
  stop_price: null,
  limit_price: null,
  trail: null,
  percent: null,
  min_price: null,
  max_price: null,
  fee: '12',
  fee_coin: 'USDT',
  status: 'open',
  reason: null,
  time_in_force: 'gtc',
  post_only: false,
  client_order_id: null,
  linked_to: null,
  time: '2026-01-02T03:04:05.000Z',
  updated: 1_767_323_045,
  user: { id: '22222222-2222-4222-8222-222222222222', username: 'theo' },
};

afterEach(closePage);

it('finds orders by the filters of the address, and cancels one with a reason', async () => {
  const { calls } = await openPage('/trading/orders?user=theo&status=open', ({ method, path }) => {
    if (method === 'POST') return { body: { ...order, status: 'cancelled' } };
    return path === 'admin/orders'
      ? { body: { results: [order], next: null } }
      : { body: { order, trades: [] } };
  });
  expect(await screen.findByRole('button', { name: 'Cancel all of theo' })).toBeTruthy();
  expect(calls.find(({ path }) => path === 'admin/orders')?.query).toMatchObject({
    user: 'theo',
    status: 'open',
  });
  closePage();
  const opened = await openPage('/trading/orders/17', ({ method }) =>
    method === 'POST' ? { body: { ...order, status: 'cancelled' } } : { body: { order, trades: [] } },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the order' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel order 17' });
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Asked by its owner');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel the order' }));
  await expect
    .poll(() => opened.calls.find(({ method }) => method === 'POST'))
    .toMatchObject({
      ...{ path: 'admin/orders/17/cancel', body: { reason: 'Asked by its owner' } },
    });
});

it('offers no cancel to who may only read', async () => {
  await openPage(
    '/trading/orders/17',
    () => ({ body: { order, trades: [] } }),
    withCapabilities('orders.read'),
  );
  expect(await screen.findByText('0.3 BTC')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel the order' })).toBeNull();
});
