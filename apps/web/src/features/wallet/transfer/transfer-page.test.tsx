import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { AddressesPage } from '../addresses/addresses-page.tsx';
import { CodesPage } from '../codes/codes-page.tsx';
import { openWallet, prepareWallet, resetWallet } from '../testing/open-wallet.tsx';
import { sampleCoins } from '../testing/sample-coins.ts';
import { TransferPage } from './transfer-page.tsx';

const id = '0190c7f2-0000-7000-8000-000000000001';
const now = '2026-11-17T00:00:00.000Z';
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const none = { results: [], next: null };
const answers = {
  coins: sampleCoins,
  limits: { limits: [], levels: [] },
  rates: { in: 'USD', results: [] },
  balance: { balance: { USDT: { actual: '100', orders: '0' } } },
  transactions: none,
  transfers: none,
  codes: none,
  addresses: none,
  'saved-addresses-only': { enabled: false, since: null, ends: null },
};

beforeAll(prepareWallet);
afterEach(resetWallet);

const open = (Page: () => React.ReactNode, more: Readonly<Record<string, unknown>> = {}) =>
  openWallet({ path: '/wallet/page', at: '/wallet/page', Page, answers: { ...answers, ...more } });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('shows whom a transfer would go to by a masked name before it is sent', async () => {
  const sent: unknown[] = [];
  open(TransferPage, {
    'transfer-recipient': { name: 'S••• U•••' },
    transfers: (body: unknown) => {
      if (body === undefined) return { status: 200, body: none };
      sent.push(body);
      const transfer = {
        id,
        date: now,
        direction: 'sent',
        counterparty: 'quiet-otter',
        fee: '0',
        client_id: 'c',
      };
      return { status: 200, body: { ...transfer, currency: 'USDT', amount: '5' } };
    },
  });
  await userEvent.type(await screen.findByLabelText('Recipient'), 'second@emporion.test');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '5');
  await press('Continue');
  expect(await screen.findByText('S••• U•••')).toBeTruthy();
  expect(sent).toEqual([]);
  await press('Send 5 USDT');
  expect(await screen.findByRole('heading', { name: '5 USDT sent' })).toBeTruthy();
  expect(sent).toEqual([
    expect.objectContaining({ to: 'second@emporion.test', currency: 'USDT', amount: '5' }),
  ]);
});

it('shows a code once, where it was made', async () => {
  const code = {
    ...{ id, created: now, expires: new Date(Date.now() + 86_400_000).toISOString(), ended: null },
    ...{ currency: 'USDT', amount: '5', status: 'active', direction: 'made', client_id: 'c', ending: '8R9V' },
    code: '7K2M-9QXT-4HVB-W3RN-C6DP-1GC0-BGBP-8R9V',
  };
  open(CodesPage, {
    codes: (body: unknown) => ({
      status: 200,
      body: body === undefined ? { results: [code], next: null } : code,
    }),
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '5');
  expect(screen.queryByText(code.code)).toBeNull();
  await press('Create code');
  expect(await screen.findByText(code.code)).toBeTruthy();
  await press('Done');
  expect(screen.queryByText(code.code)).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel the code for 5 USDT' })).toBeTruthy();
});

it('counts down until any address can be used again, and offers to keep it as it is', async () => {
  const ends = new Date(Date.now() + 7_200_000).toISOString();
  open(AddressesPage, { 'saved-addresses-only': { enabled: true, since: now, ends } });
  expect(await screen.findByText('2 hr')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Keep it on' })).toBeTruthy();
  await press('Save address');
  expect((await screen.findAllByText('Fill in this field.')).length).toBe(2);
});

it('asks for a code when an address is saved while only saved ones are paid to', async () => {
  const sent: unknown[] = [];
  open(AddressesPage, {
    'saved-addresses-only': { enabled: true, since: now, ends: null },
    confirmation: { methods: ['totp'], targets: {} },
    addresses: (body: unknown) => {
      if (body === undefined) return { status: 200, body: none };
      sent.push(body);
      const isConfirmed = typeof body === 'object' && body !== null && 'confirmation' in body;
      if (!isConfirmed)
        return { status: 401, body: { code: 'two_factor_required', detail: 'Enter your code.' } };
      const saved = {
        id,
        label: 'Cold',
        currency: 'USDT',
        network: 'ethereum',
        address,
        memo: null,
        holder: null,
      };
      return { status: 200, body: { ...saved, created: now, last_used: null, usable_from: now } };
    },
  });
  await userEvent.type(await screen.findByLabelText('Label'), 'Cold');
  await userEvent.click(screen.getByRole('textbox', { name: /address/ }));
  await userEvent.paste(address);
  await press('Save address');
  await userEvent.click(await screen.findByLabelText('Six-digit code'));
  await userEvent.paste('123456');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ address, confirmation: { method: 'totp', code: '123456' } });
});
