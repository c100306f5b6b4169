import type { DepositAddress, Transaction } from '@emporion/contracts/rest';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { answerCalls, openWallet, prepareWallet, resetWallet } from '../testing/open-wallet.tsx';
import { sampleCoins } from '../testing/sample-coins.ts';
import { waitingFirst } from './deposit-list.tsx';
import { DepositPage } from './deposit-page.tsx';

const address: DepositAddress = {
  network: 'tron',
  address: 'TXa1b2c3d4e5f6g7h8j9k1m2n3p4q5r6s7',
  memo: null,
  memo_kind: null,
  created: '2026-11-17T00:00:00.000Z',
  first_used: null,
  current: true,
};
const deposit: Transaction = {
  id: '0190c7f2-0000-7000-8000-000000000001',
  date: '2026-11-17T00:00:00.000Z',
  updated: 1_794_873_600,
  type: 'deposit',
  currency: 'USDT',
  network: 'tron',
  amount: '25.5',
  fee: '0',
  change: '25.5',
  status: 'confirming',
  reason: null,
  hash: 'abc123',
  output_index: 0,
  address: address.address,
  memo: null,
  confirmations: 4,
  confirmations_required: 12,
  block_height: 7,
  internal: false,
};

beforeAll(prepareWallet);
afterEach(resetWallet);

function openDeposit(coin: string, answers: Readonly<Record<string, unknown>> = {}) {
  return openWallet({
    path: '/wallet/deposit/:walletitem',
    at: `/wallet/deposit/${coin}`,
    Page: DepositPage,
    answers: {
      coins: sampleCoins,
      'deposit-address': address,
      transactions: { results: [], next: null },
      ...answers,
    },
  });
}

it('says at once that deposits are paused where the exchange has no addresses', async () => {
  const refused = () => ({ status: 503, body: { code: 'wallet_service_error', detail: 'Not now.' } });
  openDeposit('USDT', { 'deposit-address': refused });
  expect(await screen.findByText('USDT deposits are paused')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New address' })).toBeNull();
});

it('shows the address of the usual network with what it takes and when it is credited', async () => {
  openDeposit('USDT');
  expect(
    await screen.findByRole('img', { name: 'QR code of your USDT address on Tron (TRC-20)' }),
  ).toBeTruthy();
  expect(screen.getByRole('radio', { name: /Tron/, checked: true })).toBeTruthy();
  expect(screen.getByText(/^Send only USDT over Tron \(TRC-20\)/)).toBeTruthy();
  expect(screen.getByText('12 confirmations')).toBeTruthy();
  expect(screen.getByText('TXa1b2').tagName).toBe('STRONG');
  expect(screen.getByText('q5r6s7').tagName).toBe('STRONG');
});

it('asks before it shows the address of a network that few use, and not once a deposit came over it', async () => {
  openDeposit('USDT');
  await userEvent.click(await screen.findByRole('radio', { name: /Ethereum/ }));
  expect(await screen.findByText('Is the sender using Ethereum (ERC-20)?')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Copy address' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Yes, show my Ethereum (ERC-20) address' }));
  expect(await screen.findByRole('button', { name: 'Copy address' })).toBeTruthy();

  resetWallet();
  openDeposit('USDT?network=ethereum', { 'deposit-address': { ...address, first_used: address.created } });
  expect(await screen.findByRole('button', { name: 'Copy address' })).toBeTruthy();
});

it('has the tag copied too where the address is shared', async () => {
  vi.stubGlobal('navigator', Object.assign(navigator, { clipboard: { writeText: async () => {} } }));
  openDeposit('XRP', {
    'deposit-address': { ...address, network: 'xrp-ledger', memo: '104729', memo_kind: 'tag' },
  });
  expect(await screen.findByText('Destination tag (required)')).toBeTruthy();
  expect(screen.getByText(/^Always enter the destination tag/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Copy address' }));
  expect(await screen.findByText('Address copied. Now copy the destination tag too.')).toBeTruthy();
});

it('shows no address of a coin whose deposits rest', async () => {
  openDeposit('TRX');
  expect(await screen.findByText('TRX deposits are paused')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Copy address' })).toBeNull();
});

it('says why there is no address, and gets it when asked again', async () => {
  openDeposit('BTC', { 'deposit-address': undefined });
  const alert = (await screen.findByText('Couldn’t load your deposit address')).closest<HTMLElement>(
    '[role=alert]',
  );
  if (alert === null) throw new Error('Nobody is told.');
  expect(within(alert).getByText('Nothing is here.')).toBeTruthy();
  answerCalls({ coins: sampleCoins, 'deposit-address': { ...address, network: 'bitcoin' } });
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Copy address' })).toBeTruthy();
});

it('lists what is on its way with its confirmations, and why something waits', async () => {
  const held = { ...deposit, id: deposit.id.replace(/1$/, '2'), status: 'pending', reason: 'below_minimum' };
  openDeposit('USDT', { transactions: { results: [deposit, held], next: null } });
  const list = within(await screen.findByRole('list', { name: 'Your deposits' }));
  expect(list.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('4 of 12');
  expect(list.getByText('Below the minimum deposit, so it hasn’t been credited.')).toBeTruthy();
  expect(list.getAllByRole('link', { name: 'View on explorer' })[0]?.getAttribute('href')).toBe(
    'https://explorer.example/tx/abc123',
  );
});

it('looks for a deposit by the hash of its transaction', async () => {
  openDeposit('BTC');
  const hash = await screen.findByLabelText('Transaction hash');
  await userEvent.type(hash, '  0xabc {Enter}');
  const place = await screen.findByTestId('elsewhere');
  expect(place.textContent).toBe('/wallet/history/all?type=deposit&text=0xabc');
});

it('puts what is on its way before what has arrived', () => {
  const record = (id: string, status: Transaction['status']) => ({
    id,
    status,
    kind: 'deposit',
    coin: 'BTC',
    amount: '1',
    updated: 1,
  });
  const records = [
    record('a', 'completed'),
    record('b', 'confirming'),
    record('c', 'failed'),
    record('d', 'pending'),
  ];
  expect(waitingFirst(records).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
});
