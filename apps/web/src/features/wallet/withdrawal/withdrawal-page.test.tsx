import type { Withdrawal, WithdrawalQuote } from '@emporion/contracts/rest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useNavigate } from 'react-router';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { tabStorage } from '#api/browser-storage.ts';
import { session } from '#api/session.ts';
import { answerCalls, openWallet, prepareWallet, resetWallet } from '../testing/open-wallet.tsx';
import { sampleCoins } from '../testing/sample-coins.ts';
import { WithdrawalPage } from './withdrawal-page.tsx';

const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const evm = '0x52908400098527886E0F7030069857D2E4169EE7';
const quote: WithdrawalQuote = {
  fee: '1',
  min: '10',
  max: '50000',
  available: '1000',
  sendable: '999',
  day: { max: null, used: '0', left: null },
  level: { level: 1, max: '2000', used: '500', left: '1500' },
  value: '100',
  reviewed: false,
  frozen_until: null,
};
const withdrawal: Withdrawal = {
  id: '0190c7f2-0000-7000-8000-000000000001',
  date: '2026-11-17T00:00:00.000Z',
  updated: 1_794_873_600,
  type: 'withdrawal',
  currency: 'USDT',
  network: 'tron',
  amount: '100',
  fee: '1',
  change: '-101',
  status: 'pending',
  reason: 'code',
  hash: null,
  output_index: null,
  address: tron,
  memo: null,
  holder: null,
  confirmations: 0,
  confirmations_required: 12,
  block_height: null,
  stage: 'requested',
  client_id: 'c1',
  total: '101',
  cancellable: true,
  internal: false,
  confirmation: {
    step: 'code',
    one_mail: false,
    methods: ['sms', 'email'],
    targets: { sms: '+351•••••67', email: 't***@example.org' },
    expires: new Date(Date.now() + 1_800_000).toISOString(),
    attempts_left: 5,
  },
};
const answers = {
  coins: sampleCoins,
  limits: { limits: [], levels: [] },
  rates: { in: 'USD', results: [{ coin: 'USDT', rate: '0.5', rate_24h: null, time: null }] },
  transactions: { results: [], next: null },
  addresses: { results: [] },
  'saved-addresses-only': { enabled: false, since: null, ends: null },
  'withdrawal-quote': quote,
  'withdrawal-recipient': { address: tron, memo: null, holder: null, internal: false },
};

beforeAll(prepareWallet);
afterEach(resetWallet);

function openWithdrawal(at: string, more: Readonly<Record<string, unknown>> = {}) {
  return openWallet({
    path: '/wallet/withdrawal/:walletitem',
    at: `/wallet/withdrawal/${at}`,
    Page: WithdrawalPage,
    answers: { ...answers, ...more },
  });
}

async function giveAddress(address: string): Promise<void> {
  await userEvent.click(await screen.findByLabelText('USDT address'));
  await userEvent.paste(address);
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

it('goes from an address over the amount to a receipt, and asks once for what was reviewed', async () => {
  const asked: unknown[] = [];
  openWithdrawal('USDT', {
    withdrawals: (body: unknown) => {
      asked.push(body);
      return { status: 200, body: withdrawal };
    },
    [withdrawal.id]: withdrawal,
    confirmation: { methods: ['email'], targets: { email: 't***@example.org' } },
  });
  await giveAddress(tron);
  expect(await screen.findByText('Network: Tron (TRC-20)')).toBeTruthy();
  await press('Continue');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  expect(screen.getByText('1,500 of 2,000 USDT')).toBeTruthy();
  expect(screen.getByText('≈ 50.00 USD')).toBeTruthy();
  await press('Continue');
  const receipt = within((await screen.findByText('Total from your balance')).closest('dl') as HTMLElement);
  expect(receipt.getByText('101')).toBeTruthy();
  await press('Withdraw 100 USDT');
  expect(await screen.findByRole('heading', { name: 'Confirm it’s you' })).toBeTruthy();
  expect(asked).toEqual([
    expect.objectContaining({ currency: 'USDT', network: 'tron', address: tron, memo: '', amount: '100' }),
  ]);
  expect(await screen.findByRole('button', { name: 'Send code' })).toBeTruthy();
});

it('warns of an address on a network that the coin does not move on, and sends nobody there', async () => {
  openWithdrawal('USDT');
  await giveAddress('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  expect(await screen.findByText('This address is on Bitcoin')).toBeTruthy();
  await press('Continue');
  expect(screen.getByText(/^We can’t send to this address on this network/)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Amount' })).toBeNull();
});

it('takes an amount in the currency, and means the coin', async () => {
  openWithdrawal('USDT');
  await giveAddress(tron);
  await press('Continue');
  await press('Enter in USD');
  await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '25');
  expect(await screen.findByText('= 50 USDT')).toBeTruthy();
  await press('Continue');
  expect(await screen.findByRole('button', { name: 'Withdraw 50 USDT' })).toBeTruthy();
});

it('says at the field why an amount cannot be withdrawn', async () => {
  openWithdrawal('USDT');
  await giveAddress(tron);
  await press('Continue');
  const field = await screen.findByRole('textbox', { name: 'Amount' });
  for (const [amount, sentence] of [
    ['5', 'The amount is too small. The minimum is 10 USDT.'],
    ['60000', 'The amount is too large. The maximum is 50,000 USDT.'],
    ['2000', 'Insufficient funds in your wallet. Lower the amount or deposit funds.'],
    ['999.5', 'There isn’t enough left to pay the fee. Lower the amount.'],
  ] as const) {
    await userEvent.clear(field);
    await userEvent.type(field, amount);
    await press('Continue');
    expect(await screen.findByText(sentence)).toBeTruthy();
  }
});

it('keeps the form when the server has nothing to say of an amount', async () => {
  openWithdrawal('USDT', {
    'withdrawal-quote': (_: unknown, query: URLSearchParams) =>
      query.has('amount')
        ? { status: 422, body: { code: 'amount_too_many_decimals', detail: 'No.' } }
        : { status: 200, body: quote },
  });
  await giveAddress(tron);
  await press('Continue');
  const field = await screen.findByRole('textbox', { name: 'Amount' });
  await userEvent.click(field);
  await userEvent.paste('100.12345678901');
  await press('Continue');
  expect(await screen.findByText(/decimal places/)).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, '100');
  await press('Continue');
  expect(await screen.findByRole('button', { name: 'Withdraw 100 USDT' })).toBeTruthy();
});

it('goes on with no amount that is worth more than is left of the day, however quickly it is sent', async () => {
  openWithdrawal('USDT', {
    'withdrawal-quote': (_: unknown, query: URLSearchParams) => ({
      status: 200,
      body: { ...quote, value: query.has('amount') ? '1600' : null },
    }),
  });
  await giveAddress(tron);
  await press('Continue');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '900{Enter}');
  expect(await screen.findByText(/^This is more than your account can withdraw in 24 hours/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Withdraw 900 USDT' })).toBeNull();
});

it('says of one that is reviewed how long that takes, and not when it would arrive without', async () => {
  openWithdrawal('USDT', { 'withdrawal-quote': { ...quote, reviewed: true } });
  await giveAddress(tron);
  await press('Continue');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await press('Continue');
  expect(await screen.findByText(/^We’ll review a withdrawal of this size/)).toBeTruthy();
  expect(screen.queryByText(/^about /)).toBeNull();
});

it('asks for the tag of a network that has tags, and says what the server finds wrong at its field', async () => {
  openWithdrawal('XRP', {
    'withdrawal-recipient': () => ({
      status: 422,
      body: {
        code: 'invalid_memo',
        detail: 'No.',
        fields: { memo: 'The memo isn’t valid for this network.' },
      },
    }),
  });
  await userEvent.click(await screen.findByLabelText('XRP address'));
  await userEvent.paste('rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh');
  await press('Continue');
  expect(await screen.findByText(/^This coin needs a destination tag/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Destination tag'), '7');
  await press('Continue');
  expect(await screen.findByText('The memo isn’t valid for this network.')).toBeTruthy();
});

it('offers saved addresses, and keeps those back whose waiting time is not over', async () => {
  const saved = {
    ...{ currency: 'USDT', network: 'tron', address: tron, memo: null, created: '2026-11-17T00:00:00.000Z' },
    holder: null,
    last_used: null,
  };
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  openWithdrawal('USDT', {
    addresses: {
      results: [
        { ...saved, id: withdrawal.id, label: 'Old', usable_from: saved.created },
        { ...saved, id: withdrawal.id.replace(/1$/, '2'), label: 'New', usable_from: inAnHour },
      ],
    },
    'saved-addresses-only': { enabled: true, since: saved.created, ends: null },
  });
  expect(await screen.findByText('You can withdraw to saved addresses only')).toBeTruthy();
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /New/ })).disabled).toBe(true);
  expect(screen.queryByLabelText('USDT address')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: /Old/ }));
  await press('Continue');
  expect(await screen.findByRole('textbox', { name: 'Amount' })).toBeTruthy();
});

it('shows no steps while withdrawals rest, while they are paused, or with nothing to send', async () => {
  const coins = sampleCoins.coins.map((coin) =>
    coin.code === 'USDT' ? { ...coin, disable_withdrawals: true } : coin,
  );
  openWithdrawal('USDT', { coins: { ...sampleCoins, coins } });
  expect(await screen.findByText('USDT withdrawals are paused')).toBeTruthy();
  resetWallet();
  openWithdrawal('USDT', { 'withdrawal-quote': { ...quote, frozen_until: '2026-11-18T00:00:00.000Z' } });
  expect(await screen.findByText('Withdrawals are paused')).toBeTruthy();
  resetWallet();
  openWithdrawal('USDT', { 'withdrawal-quote': { ...quote, available: '0', sendable: '0' } });
  expect(await screen.findByText('You have no USDT to withdraw.')).toBeTruthy();
  expect(screen.queryByLabelText('USDT address')).toBeNull();
});

it('follows one by its id: what it waits for, that it is reviewed, and that it was called off', async () => {
  const read = (more: Partial<Withdrawal>) => ({ [withdrawal.id]: { ...withdrawal, ...more } });
  const link = { step: 'link' as const, one_mail: false, methods: [], targets: {}, attempts_left: 5 };
  const expires = new Date(Date.now() + 600_000).toISOString();
  openWithdrawal(`USDT?id=${withdrawal.id}`, read({ reason: 'link', confirmation: { ...link, expires } }));
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy();
  expect(screen.getByText('10 min')).toBeTruthy();
  resetWallet();
  openWithdrawal(`USDT?id=${withdrawal.id}`, read({ stage: 'held', reason: 'review', confirmation: null }));
  expect(await screen.findByRole('heading', { name: 'Your withdrawal is being reviewed' })).toBeTruthy();
  const current = screen.getByRole('list', { name: 'Progress' }).querySelector('[aria-current=step]');
  expect(current?.textContent).toBe('Review');
  const ended = { stage: 'cancelled', status: 'cancelled', reason: 'cancelled_by_user' } as const;
  answerCalls({
    ...answers,
    ...read({ ...ended, confirmation: null, cancellable: false }),
    cancel: { ...withdrawal, ...ended, confirmation: null },
  });
  await press('Cancel withdrawal');
  expect(await screen.findByRole('heading', { name: 'Withdrawal cancelled' })).toBeTruthy();
});

it('has its way to a code there with the way to call it off, which so moves from under nobody’s finger', async () => {
  openWithdrawal(`USDT?id=${withdrawal.id}`, { [withdrawal.id]: withdrawal });
  await screen.findByRole('button', { name: 'Cancel withdrawal' });
  expect(screen.getByRole('button', { name: 'Send code' })).toBeTruthy();
  expect(screen.getByText(/\+351•••••67/)).toBeTruthy();
});

it('tells of one that waits for its owner before another is made', async () => {
  openWithdrawal('USDT', { transactions: { results: [withdrawal], next: null } });
  expect(await screen.findByText('A withdrawal is waiting for you')).toBeTruthy();
  const open = screen.getByRole('link', { name: 'Go to withdrawal' });
  expect(open.getAttribute('href')).toBe(`/wallet/withdrawal/USDT?id=${withdrawal.id}`);
});

it('has an EVM address put on the network that its owner chooses', async () => {
  const coins = sampleCoins.coins.map((coin) =>
    coin.code === 'USDT'
      ? { ...coin, networks: [...coin.networks, { ...coin.networks[1], network: 'polygon' }] }
      : coin,
  );
  const definitions = sampleCoins.commons.blockchain_definitions;
  openWithdrawal('USDT', {
    coins: {
      coins,
      commons: {
        ...sampleCoins.commons,
        blockchain_definitions: { ...definitions, polygon: { ...definitions.ethereum, name: 'Polygon' } },
      },
    },
    'withdrawal-recipient': { address: evm, memo: null, holder: null, internal: true },
  });
  await giveAddress(evm);
  expect(await screen.findByText(/looks the same on several networks/)).toBeTruthy();
  await press('Continue');
  expect(await screen.findByText('Choose the network.')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: /Polygon/ }));
  await press('Continue');
  expect(await screen.findByText('No fee')).toBeTruthy();
});

const oneMail: Withdrawal = {
  ...withdrawal,
  confirmation: {
    step: 'code',
    one_mail: true,
    methods: ['email'],
    targets: { email: 't***@example.org' },
    expires: new Date(Date.now() + 1_800_000).toISOString(),
    attempts_left: 5,
  },
};
const wasSent = (one: Withdrawal): Withdrawal => ({
  ...one,
  confirmation: one.confirmation && {
    ...one.confirmation,
    resend_from: new Date(Date.now() + 60_000).toISOString(),
  },
});

it('has the one mail sent with the request, and takes its code on the page', async () => {
  const seen: string[] = [];
  let stands = oneMail;
  openWithdrawal('USDT', {
    withdrawals: () => ({ status: 200, body: stands }),
    [withdrawal.id]: () => ({ status: 200, body: stands }),
    'send-code': () => {
      seen.push('sent');
      stands = wasSent(oneMail);
      return { status: 200, body: { target: 't***@example.org', resend_after: 60, expires_in: 300 } };
    },
    confirm: (body: { confirmation: unknown }) => {
      seen.push(JSON.stringify(body.confirmation));
      stands = { ...oneMail, stage: 'queued', reason: null, confirmation: null };
      return { status: 200, body: stands };
    },
  });
  await giveAddress(tron);
  await press('Continue');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await press('Continue');
  await press('Withdraw 100 USDT');
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy();
  expect(screen.getByText(/^We’ve emailed t\*\*\*@example\.org/)).toBeTruthy();
  expect(seen).toEqual(['sent']);
  expect(tabStorage.getItem('draft:withdrawal')).toBeNull();
  await userEvent.click(screen.getByLabelText('Six-digit code'));
  await userEvent.paste('123456');
  expect(await screen.findByRole('heading', { name: 'Your withdrawal is being prepared' })).toBeTruthy();
  expect(seen).toEqual(['sent', '{"method":"email","code":"123456"}']);
});

it('offers the one mail where none was sent', async () => {
  openWithdrawal(`USDT?id=${withdrawal.id}`, { [withdrawal.id]: oneMail });
  expect(await screen.findByRole('button', { name: 'Send email' })).toBeTruthy();
  expect(screen.queryByLabelText('Six-digit code')).toBeNull();
});

function PageWithBack() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate(-1)}>
        Browser back
      </button>
      <WithdrawalPage />
    </>
  );
}
const openAgain = () =>
  openWallet({
    path: '/wallet/withdrawal/:walletitem',
    at: '/wallet/withdrawal/USDT?step=review',
    Page: PageWithBack,
    answers,
  });

it('shows what there is of the coin at the first step, and goes back a step with the browser', async () => {
  openWallet({
    path: '/wallet/withdrawal/:walletitem',
    at: '/wallet/withdrawal/USDT',
    Page: PageWithBack,
    answers: { ...answers, balance: { balance: { USDT: { actual: '1000', orders: '0' } } } },
  });
  await giveAddress(tron);
  expect(screen.getByText('Available').parentElement?.textContent).toContain('1,000');
  await press('Continue');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await press('Continue');
  expect(await screen.findByRole('button', { name: 'Withdraw 100 USDT' })).toBeTruthy();
  await press('Browser back');
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' })).value).toBe('100');
  await press('Browser back');
  expect((await screen.findByLabelText<HTMLInputElement>('USDT address')).value).toBe(tron);
});

it('keeps the draft over a reload, and not over the end of the session', async () => {
  openWithdrawal('USDT');
  await giveAddress(tron);
  await press('Continue');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await press('Continue');
  await screen.findByRole('button', { name: 'Withdraw 100 USDT' });
  cleanup();
  openAgain();
  expect(await screen.findByRole('button', { name: 'Withdraw 100 USDT' })).toBeTruthy();
  cleanup();
  session.clear();
  expect(tabStorage.getItem('draft:withdrawal')).toBeNull();
  openAgain();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('USDT address').value).toBe(''));
});

it('keeps an address that was written and not sent over a reload', async () => {
  openWithdrawal('USDT');
  await giveAddress(tron);
  cleanup();
  openWithdrawal('USDT');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('USDT address').value).toBe(tron));
});
