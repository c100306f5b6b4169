import type { CardOrderDetails } from '@emporion/contracts/rest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closePage, fill, openPage, withCapabilities } from '#testing/open-page.tsx';

const id = '11111111-1111-4111-8111-111111111111';
const date = '2026-01-02T03:04:05.000Z';

const order: CardOrderDetails = {
  ...{ id, side: 'buy', date, updated: date, status: 'completed', reason: null, pay_system: 'cauri' },
  ...{ method: 'credit_card', give_coin: 'USD', give: '100', receive_coin: 'BTC', expected: '0.0019' },
  ...{
    least: '0.0018',
    received: '0.0019',
    fee: '3.2',
    remainder: null,
    kept: null,
    reversed: null,
    refunds: [],
    trading_fees: [{ market: 'BTC-USD', coin: 'BTC', amount: '0.000002' }],
    pay_page: null,
    expires: date,
    to: null,
  },
  ...{ card: { brand: 'visa', last_four: '1111' }, client_id: 'c', stage: 'completed', value: '100' },
  ...{ user: { id: '22222222-2222-4222-8222-222222222222', username: 'grace' }, payment: 'p-1', lost: null },
  ...{ refundable: true, second_person: false, proposal: null, staff_refunds: [] },
  refund: {
    ...{ left: '100', needed: '96.8', free: '100', most: '100', covered: true, account: 'active' },
    alone_up_to: '100',
  },
  same_card: [],
  timeline: [
    { time: date, kind: 'step', name: 'pending', outcome: null },
    { time: date, kind: 'event', name: 'paid', outcome: 'applied' },
    { time: date, kind: 'event', name: 'refused', outcome: 'late' },
  ],
};

afterEach(closePage);

it('shows what the pay system told, and refunds with a reason', async () => {
  const { calls } = await openPage(`/cards/${id}`, ({ method }) => ({
    body: method === 'POST' ? { ...order, status: 'refunded', refundable: false } : order,
  }));
  expect(await screen.findByText('Told: refused')).toBeTruthy();
  expect(screen.getByText('VISA •••• 1111')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
  const dialog = await screen.findByRole('dialog', { name: 'Refund' });
  const amount = within(dialog).getByLabelText('Amount, USD');
  expect((amount as HTMLInputElement).value).toBe('100');
  await userEvent.clear(amount);
  await fill(amount, '30');
  await fill(within(dialog).getByLabelText('Reason'), 'Asked for by its owner');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Refund' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST'))
    .toMatchObject({
      path: `admin/cards/orders/${id}/refund`,
      body: { amount: '30', reason: 'Asked for by its owner', client_id: expect.any(String) },
    });
});

it('shows nobody a refund who may not decide on one, and proposes one of much', async () => {
  await openPage(`/cards/${id}`, () => ({ body: order }), withCapabilities('deposits.read'));
  expect(await screen.findByText('Told: paid')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  closePage();
  const refund = { ...order.refund, alone_up_to: '0' };
  await openPage(`/cards/${id}`, () => ({ body: { ...order, second_person: true, refund } }));
  expect(await screen.findByRole('button', { name: 'Propose refund' })).toBeTruthy();
});

it('says before anybody is asked that a refund is not covered, and the way out', async () => {
  const refund = {
    ...{ left: '100', needed: '96.8', free: '0.07', most: '0', covered: false, account: 'suspended' },
    alone_up_to: '100',
  } as const;
  await openPage(`/cards/${id}`, () => ({ body: { ...order, refund } }));
  expect(
    await screen.findByText(/needs 96.80 USD free on the balance of grace, which has 0.07/),
  ).toBeTruthy();
  expect(screen.getByText(/Switch withdrawals off and make the account active/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
});

it('lists what was given back with who decided it, and how much the balance covers of the rest', async () => {
  const first = {
    ...{ kind: 'refund', status: 'done', date, amount: '30', fee: '0.96', taken: '29.04', lost: null },
    ...{ by: { id, username: 'olga' }, reason: 'Wrong coin', reference: `card:${id}/1` },
  } as const;
  const refund = { ...order.refund, left: '70', most: '20', covered: false, needed: '67.76', free: '19.36' };
  await openPage(`/cards/${id}`, () => ({ body: { ...order, staff_refunds: [first], refund } }));
  expect(await screen.findByText('By olga · 29.04 USD off the balance · Wrong coin')).toBeTruthy();
  expect(screen.getByText(/up to 20.00 USD can be refunded now/)).toBeTruthy();
  expect(screen.getByText('70.00 USD')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
  const dialog = await screen.findByRole('dialog', { name: 'Refund' });
  expect((within(dialog).getByLabelText('Amount, USD') as HTMLInputElement).value).toBe('20');
});

it('narrows the list by what is chosen, and shows what pay systems owe', async () => {
  const { calls } = await openPage('/cards?status=charged_back', () => ({
    body: { results: [order], next: null },
  }));
  expect(await screen.findByText('VISA •••• 1111')).toBeTruthy();
  expect(calls.find(({ path }) => path === 'admin/cards/orders')?.query).toEqual({ status: 'charged_back' });
  closePage();
  const system = { name: 'cauri', configured: true, purchases_disabled: false, sales_disabled: true };
  const owed = [
    { currency: 'USD', amount: '512.5' },
    { currency: 'EUR', amount: '-161.77' },
  ];
  const fees = { purchase_fee_percent: '2.9', purchase_fee_fixed: '0.3', payout_fee_percent: '1.5' };
  const terms = [{ currency: 'USD', ...fees, payout_fee_fixed: '0', min: '10', max: '10000' }];
  const settlement = {
    ...{ id, date, pay_system: 'cauri', currency: 'USD', amount: '50', direction: 'sent', bank: 'demo' },
    ...{ bank_transaction: 'S-1', booked: true, recorded_by: { id, username: 'olga' }, reason: 'May' },
  };
  const levels = [{ level: 0, payment_max: '500', day_max: '1000' }];
  await openPage('/cards/systems', ({ path }) => ({
    body: path.endsWith('settlements')
      ? { results: [settlement], next: null }
      : { systems: [{ ...system, owed, terms }], levels },
  }));
  expect(await screen.findByText('512.50')).toBeTruthy();
  expect(screen.getByText('We owe, EUR')).toBeTruthy();
  expect(screen.getByText('161.77')).toBeTruthy();
  expect(screen.getByText('Buying 2.9% + 0.30; selling 1.5%; from 10 to 10,000')).toBeTruthy();
  expect(screen.getByText('500 USDT each, 1,000 USDT within 24 hours')).toBeTruthy();
  expect(await screen.findByText('S-1')).toBeTruthy();
  expect(screen.getByText('We paid it')).toBeTruthy();
});
