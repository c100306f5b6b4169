import type { CardOrder } from '@emporion/contracts/rest';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { session } from '#api/session.ts';
import { createQuickQueryClient } from '#api/testing/query-client.ts';
import { loadTexts, startI18n } from '#language/i18n.ts';
import type { CoinState } from '#live/coin-state.ts';
import { CardPanel } from './card-panel.tsx';

const id = '5f0c7d1e-2b3a-4c5d-8e6f-112233445566';
const on = {
  ...{ currency: 'USD', purchases: true, sales: true, purchase_fee_percent: '2.5', purchase_fee_fixed: '0' },
  ...{ payout_fee_percent: '1', payout_fee_fixed: '0', min: '10', max: '5000' },
};
const options = {
  default: 'cauri',
  systems: [
    { name: 'cauri', methods: ['credit_card', 'debit_card'], payout: 'card', currencies: [on] },
    { name: 'payeer', methods: ['online_wallet'], payout: 'payeer', currencies: [on] },
  ],
  coins: ['BTC', 'ETH'],
  sandbox: true,
};
const preview = {
  ...{ give: '100', fee: '2.5', receive: '0.0016', least: '0.00159', rate: '62500', impact: '0.01' },
  ...{
    trading_fees: [{ market: 'BTC-USD', coin: 'BTC', amount: '0.000002', percent: '0.1' }],
    route: ['BTC-USD'],
    remainder: null,
  },
};
const order: CardOrder = {
  ...{ id, side: 'buy', date: '2026-11-17T10:00:00.000Z', updated: '2026-11-17T10:00:00.000Z' },
  ...{ status: 'refused', reason: 'declined', pay_system: 'cauri', method: 'credit_card' },
  ...{ give_coin: 'USD', give: '100', receive_coin: 'BTC', expected: '0.0016', least: '0.00159' },
  ...{
    received: null,
    fee: '2.5',
    remainder: null,
    kept: null,
    reversed: null,
    refunds: [],
    trading_fees: [],
    pay_page: 'http://pay.test/p/1',
    expires: null,
  },
  ...{ card: { brand: 'visa', last_four: '1000' }, to: null, client_id: 'c' },
};

type Answer = unknown | ((body: unknown) => { status: number; body: unknown });
type Answers = Readonly<Record<string, Answer>>;
const usual: Answers = {
  options,
  'purchase-preview': preview,
  'sale-preview': { ...preview, give: '0.01', receive: '618', least: '615' },
  limits: {
    level: 1,
    payment_max: '5000',
    day_max: '10000',
    day_used: '0',
    day_left: '10000',
    left: [{ currency: 'USD', max: '4000', day_max: '10000', day_left: '9950' }],
  },
  saved: { results: [] },
  orders: { results: [], next: null },
};

function Place() {
  return <p data-testid="place">{useLocation().search}</p>;
}

const ownBtc = { code: 'BTC', decimals: 8, actual: '2', orders: '0' } as CoinState;

function open(
  at: string,
  answers: Answers = {},
  { loggedIn = true, coins = [] }: { loggedIn?: boolean; coins?: readonly CoinState[] } = {},
) {
  const claims = { exp: Math.floor(Date.now() / 1_000) + 3_600 };
  if (loggedIn) session.save({ token: `e30.${btoa(JSON.stringify(claims))}.signature`, refreshToken: 'r' });
  const all: Answers = { ...usual, ...answers };
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string | null }) => {
    const answer = all[new URL(url, 'http://test').pathname.split('/').at(-2) ?? ''];
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    const made = typeof answer === 'function' ? answer(body ? JSON.parse(body) : undefined) : answer;
    const isMade = typeof answer === 'function';
    return new Response(JSON.stringify(isMade ? made.body : made), { status: isMade ? made.status : 200 });
  });
  render(
    <QueryClientProvider client={createQuickQueryClient()}>
      <MemoryRouter initialEntries={[`/quick-swap?tab=card${at}`]}>
        <CardPanel coins={coins} />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await Promise.all([loadTexts('card'), loadTexts('errors')]);
});
afterEach(() => {
  cleanup();
  session.clear();
});

const refusal = (code: string, fields?: object) => () => ({
  status: 422,
  body: { code, detail: code, ...(fields && { fields }) },
});

it('shows a visitor what arrives, and leads to login with the form filled', async () => {
  open('', {}, { loggedIn: false });
  await userEvent.type(await screen.findByRole('textbox', { name: 'You pay' }), '100');
  expect(await screen.findByText('1 BTC = 62,500 USD')).toBeTruthy();
  expect(screen.getByText('From 10 to 5,000 USD per payment.', { exact: false })).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Log in to continue' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('amount=100');
  expect(screen.queryByText('Your orders')).toBeNull();
});

it('sends what is shown with its least, once for the same words', async () => {
  const asked: Record<string, unknown>[] = [];
  const purchases = (body: unknown) => {
    asked.push(body as Record<string, unknown>);
    return { status: 409, body: { code: 'price_changed', detail: 'The price changed.' } };
  };
  open('&amount=100', { purchases });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Save this card for next time' }));
  const button = await screen.findByRole('button', { name: 'Continue to payment' });
  for (const times of [1, 2]) {
    // While an answer is awaited the button takes no press.
    await vi.waitFor(() => expect(button.matches(':disabled, [aria-disabled="true"]')).toBe(false));
    await userEvent.click(button);
    await vi.waitFor(() => expect(asked).toHaveLength(times));
  }
  expect(asked[0]).toEqual(asked[1]);
  expect(asked[0]).toMatchObject({
    ...{ pay_system: 'cauri', method: 'credit_card', currency: 'USD', coin: 'BTC' },
    ...{ give: '100', least: '0.00159', save_card: true },
  });
});

it('states the most that the level leaves, and takes no more', async () => {
  open('&amount=4500');
  expect(await screen.findByText('From 10 to 4,000 USD per payment.', { exact: false })).toBeTruthy();
  expect(screen.getByText('You can pay up to 4,000 USD right now.')).toBeTruthy();
  // All in the currency of the payment.
  expect(screen.getByText(/Left today: 9,950 of 10,000 USD\.$/)).toBeTruthy();
  const button = await screen.findByRole('button', { name: 'Continue to payment' });
  expect(button.matches(':disabled, [aria-disabled="true"]')).toBe(true);
});

it('says why a payment was refused, and offers the page once more', async () => {
  open(`&order=${id}`, { [id]: order });
  const heading = await screen.findByRole('heading', { name: 'Payment declined' });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText(/The card was declined and nothing was charged/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByText('VISA ···· 1000')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'New order' }));
  expect(await screen.findByRole('textbox', { name: 'You pay' })).toBeTruthy();
});

it.each([
  ['pending', {}, 'Waiting for your payment', 'Go to the payment page'],
  ['expired', { pay_page: null }, 'The payment page has closed', undefined],
  ['completed', { pay_page: null, received: '0.0016', reason: null }, 'Purchase completed', undefined],
  ['refunded', { pay_page: null }, 'Refunded', undefined],
  ['charged_back', { pay_page: null }, 'The payment was reversed', undefined],
] as const)('shows a purchase that is %s', async (status, more, title, button) => {
  open(`&order=${id}`, { [id]: { ...order, status, ...more } });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  for (const name of ['Go to the payment page', 'Try again'])
    expect(screen.queryByRole('button', { name }) !== null).toBe(name === button);
});

const reversed = { currency: 'USD', taken: '20', open: '76.8', suspended: true };

it('says of a chargeback what it took, what is open, that the coins stay, and what to do', async () => {
  const charged = { ...order, status: 'charged_back', pay_page: null, received: '0.0016', reversed };
  open(`&order=${id}`, { [id]: charged, orders: { results: [charged], next: null } });
  expect(await screen.findByText(/We took 20.00 USD off your balance. 76.80 USD is still owed/)).toBeTruthy();
  expect(screen.getByText(/The BTC you bought stays in your wallet/)).toBeTruthy();
  await expect.poll(() => screen.getAllByText(/Deposit USD and contact support/)).toHaveLength(2);
});

const refundedInPart = {
  ...{ ...order, status: 'completed', reason: null, pay_page: null, received: '0.0016' },
  reversed: { currency: 'USD', taken: '48.4', open: '0', suspended: false },
  refunds: [
    { kind: 'refund', status: 'done', date: '2026-11-17T11:00:00.000Z', amount: '30', taken: '29.04' },
    { kind: 'refund', status: 'done', date: '2026-11-18T11:00:00.000Z', amount: '20', taken: '19.36' },
  ],
};

it('shows each refund of a part, and what is still a purchase', async () => {
  open(`&order=${id}`, { [id]: refundedInPart, orders: { results: [refundedInPart], next: null } });
  expect(await screen.findByRole('heading', { name: 'Purchase completed' })).toBeTruthy();
  expect(screen.getByText(/50.00 USD of your 100.00 USD went back to where you paid from/)).toBeTruthy();
  expect(screen.getAllByText('Refunded')).toHaveLength(2);
  expect(await screen.findByText('Refunded in part')).toBeTruthy();
});

it('is a receipt once it is over: what was paid, both fees and the number, printed without the page around it', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const fees = [{ market: 'BTC-USD', coin: 'BTC', amount: '0.000002' }];
  const done = { ...order, status: 'completed', reason: null, pay_page: null, received: '0.0016' };
  open(`&order=${id}`, { [id]: { ...done, trading_fees: fees } });
  expect(await screen.findByText('You paid')).toBeTruthy();
  expect(screen.queryByText('You pay')).toBeNull();
  for (const name of ['Payment fee', 'Trading fee', id]) expect(screen.getByText(name)).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Print receipt' });
  expect(button.closest('.print-alone')?.contains(screen.getByText('Trading fee'))).toBe(true);
  await userEvent.click(button);
  expect(print).toHaveBeenCalledOnce();
  cleanup();
  open(`&order=${id}`, { [id]: order });
  await screen.findByRole('heading', { name: 'Payment declined' });
  expect(screen.queryByRole('button', { name: 'Print receipt' })).toBeNull();
});

it('says cancelled of a payment that was cancelled, and offers no page that is closed', async () => {
  open(`&order=${id}`, { [id]: { ...order, reason: 'cancelled', pay_page: null } });
  expect(await screen.findByRole('heading', { name: 'Payment cancelled' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('says what is on the balance when the coin was not bought', async () => {
  const kept = { currency: 'USD', amount: '97.5' };
  open(`&order=${id}`, {
    [id]: { ...order, status: 'completed', reason: 'price_moved', kept, pay_page: null },
  });
  expect(await screen.findByText(/97.50 USD is on your balance instead/)).toBeTruthy();
});

it('shows why a sale cannot be paid out, at its field', async () => {
  const sales = refusal('payeer_account_invalid', { to: 'This isn’t a Payeer account.' });
  open('&side=sell&system=payeer&amount=0.01', { sales });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Payeer account' }), 'P1');
  await userEvent.click(await screen.findByRole('button', { name: 'Sell now' }));
  expect((await screen.findAllByText('This isn’t a Payeer account.')).length).toBeGreaterThan(0);
});

it('says of more than one has that it is too much, and says it once', async () => {
  open('&side=sell&amount=9', { 'sale-preview': refusal('amount_too_large') }, { coins: [ownBtc] });
  expect(await screen.findByText('You don’t have enough BTC.')).toBeTruthy();
  expect(screen.queryByText('amount_too_large')).toBeNull();
});

it('asks for a saved card before a sale to one', async () => {
  open('&side=sell&amount=0.01');
  expect(await screen.findByText('To be paid out to a card, buy with it once and save it.')).toBeTruthy();
});

it('says so when everything is switched off', async () => {
  open('', { options: { ...options, systems: [] } });
  expect(await screen.findByText(/Buying and selling with a card is paused/)).toBeTruthy();
});

it('offers to read again what could not be read', async () => {
  open('', { options: 'offline', orders: 'offline' });
  expect(await screen.findByText('Couldn’t load payment methods.')).toBeTruthy();
  expect(await screen.findByText('Couldn’t load your orders.')).toBeTruthy();
});

it('says at the quote that a market is closed', async () => {
  open('&amount=100', { 'purchase-preview': refusal('market_closed') });
  expect(await screen.findByText('market_closed')).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Continue to payment' });
  expect(button.matches(':disabled, [aria-disabled="true"]')).toBe(true);
});

it('lists orders, and opens one', async () => {
  open('', { orders: { results: [order], next: null }, [id]: order });
  const list = within(await screen.findByRole('list', { name: 'Your orders' }));
  expect(list.getByText('Declined')).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: /BTC with a card/ }));
  expect(await screen.findByRole('heading', { name: 'Payment declined' })).toBeTruthy();
  expect(screen.getByTestId('place').textContent).toContain(`order=${id}`);
});
