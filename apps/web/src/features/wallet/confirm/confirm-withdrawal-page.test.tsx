import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { openWallet, prepareWallet, resetWallet } from '../testing/open-wallet.tsx';
import { sampleCoins } from '../testing/sample-coins.ts';
import { ConfirmWithdrawalPage } from './confirm-withdrawal-page.tsx';

const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const waiting = {
  ...{
    id: '0190c7f2-0000-7000-8000-000000000001',
    date: soon(0),
    updated: 1_794_873_600,
    type: 'withdrawal',
  },
  ...{
    currency: 'BTC',
    network: 'bitcoin',
    amount: '0.5',
    fee: '0.0001',
    change: '-0.0501',
    total: '0.5001',
    status: 'pending',
  },
  ...{ reason: 'link', hash: null, output_index: null, memo: null, holder: null, confirmations: 0 },
  ...{ address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', confirmations_required: 2, block_height: null },
  ...{ stage: 'requested', client_id: 'c', cancellable: true, internal: false },
  confirmation: {
    step: 'link',
    one_mail: false,
    methods: [],
    targets: {},
    expires: soon(600_000),
    attempts_left: 5,
  },
};
const queued = { ...waiting, stage: 'queued', reason: null, confirmation: null };
const cancelled = {
  ...waiting,
  stage: 'cancelled',
  status: 'cancelled',
  reason: 'cancelled_by_user',
  confirmation: null,
};

beforeAll(prepareWallet);
afterEach(resetWallet);

function openLink(answers: Readonly<Record<string, unknown>>) {
  const calls: string[] = [];
  const counted = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      () => {
        calls.push(name);
        return typeof answer === 'function' ? answer() : { status: 200, body: answer };
      },
    ]),
  );
  openWallet({
    path: '/confirm-withdrawal-request/:token',
    at: '/confirm-withdrawal-request/abc',
    Page: ConfirmWithdrawalPage,
    answers: { coins: sampleCoins, ...counted },
  });
  return calls;
}
const refused =
  (code: string, detail: string, status = 403) =>
  () => ({ status, body: { code, detail } });

it('shows what is confirmed and does nothing until it is pressed', async () => {
  const calls = openLink({ 'read-withdrawal-request': waiting, 'confirm-withdrawal-request': queued });
  const confirm = await screen.findByRole('button', { name: 'Confirm withdrawal' });
  expect(screen.getByText('0.5')).toBeTruthy();
  expect(calls).toEqual(['read-withdrawal-request']);
  await userEvent.click(confirm);
  expect(await screen.findByRole('heading', { name: 'Withdrawal confirmed' })).toBeTruthy();
  expect(calls).toEqual(['read-withdrawal-request', 'confirm-withdrawal-request']);
});

it('calls it off', async () => {
  openLink({ 'read-withdrawal-request': waiting, 'cancel-withdrawal-request': cancelled });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
  expect(await screen.findByRole('heading', { name: 'Withdrawal cancelled' })).toBeTruthy();
});

it('says why it was not taken, and lets it be tried again', async () => {
  openLink({
    'read-withdrawal-request': waiting,
    'confirm-withdrawal-request': refused(
      'payouts_frozen',
      'Withdrawals from your account are paused for now.',
    ),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm withdrawal' }));
  expect(await screen.findByText('Withdrawals from your account are paused for now.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeTruthy();
});

it('that a press has used whose answer was lost says how it stands', async () => {
  let presses = 0;
  openLink({
    'read-withdrawal-request': () => ({ status: 200, body: presses === 0 ? waiting : queued }),
    'confirm-withdrawal-request': () => {
      presses += 1;
      return refused('withdrawal_already_confirmed', 'This withdrawal is already confirmed.', 409)();
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm withdrawal' }));
  expect(await screen.findByRole('heading', { name: 'Withdrawal confirmed' })).toBeTruthy();
});

it('of another account says so and nothing else', async () => {
  openLink({
    'read-withdrawal-request': refused('link_of_another_account', 'This link belongs to another account.'),
  });
  expect(await screen.findByRole('heading', { name: 'This link belongs to another account.' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /withdrawal/i })).toBeNull();
  expect(screen.queryByText(/BTC/)).toBeNull();
});

it.each([
  [queued, 'Withdrawal confirmed'],
  [cancelled, 'Withdrawal cancelled'],
  [{ ...waiting, confirmation: { ...waiting.confirmation, expires: soon(-1_000) } }, 'This link has expired'],
  [refused('invalid_token', 'Not valid.', 400), 'This link no longer works'],
])('that was used or is too old says how it stands', async (answer, heading) => {
  openLink({ 'read-withdrawal-request': answer });
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm withdrawal' })).toBeNull();
});
