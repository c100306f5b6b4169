import type { Movement } from '@emporion/contracts/rest';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '#language/i18n.ts';
import { closeModal } from '#ui/modal/modal-store.ts';
import { usePrivacy } from '../model/privacy.ts';
import { answerCalls, openWallet, prepareWallet, resetWallet } from '../testing/open-wallet.tsx';
import { sampleCoins } from '../testing/sample-coins.ts';
import { sampleMovement } from '../testing/sample-movement.ts';
import { HistoryPage } from './history-page.tsx';

const deposit = sampleMovement();
const transfer = sampleMovement({
  id: '17-1',
  type: 'transfer',
  direction: 'out',
  currency: 'USDT',
  amount: '125.5',
  change: '-125.5',
  status: 'completed',
  stage: 'completed',
  counterparty: 'sara',
  ...{ network: null, hash: null, address: null, confirmations: null, confirmations_required: null },
});

beforeAll(async () => {
  await prepareWallet();
  await loadTexts('downloads');
});
afterEach(() => {
  act(closeModal);
  resetWallet();
  usePrivacy.setState({ hidden: false });
});

/** The queries of all requests for the list from now on. */
function watchLists(): string[] {
  const seen: string[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url, 'http://test');
    if (pathname.endsWith('/movements/')) seen.push(search);
    return answer(url, init);
  });
  return seen;
}

function openHistory(at: string, answers: Readonly<Record<string, unknown>>) {
  openWallet({
    path: '/wallet/history/:walletitem?',
    at,
    Page: HistoryPage,
    answers: { coins: sampleCoins, ...answers },
  });
}

const listOf = (...results: Movement[]) => ({ movements: { results, next: null } });

it('lists movements with their signs, states and how far they are', async () => {
  openHistory('/wallet/history', listOf(deposit, transfer));
  const list = await screen.findByRole('list', { name: 'History' });
  const [first, second] = within(list).getAllByRole('button');
  expect(first?.textContent).toContain('Deposit');
  expect(first?.textContent).toContain('+0.5 BTC');
  expect(first?.textContent).toContain('1 of 2');
  expect(second?.textContent).toContain('Transfer sent');
  expect(second?.textContent).toContain('sara');
  expect(second?.textContent).toContain('−125.5 USDT');
  expect(screen.getByText('2 transactions').getAttribute('role')).toBe('status');
});

it('goes from row to row with the arrow keys and opens one with Enter', async () => {
  openHistory('/wallet/history', {
    ...listOf(deposit, transfer),
    '17-1': { ...transfer, timeline: [{ stage: 'completed', time: transfer.date }], cancellable: false },
  });
  const list = await screen.findByRole('list', { name: 'History' });
  const [first, second] = within(list).getAllByRole('button');
  expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
  act(() => first?.focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer sent' }));
  expect(dialog.getByText('sara')).toBeTruthy();
  expect(await dialog.findByRole('list', { name: 'Progress' })).toBeTruthy();
});

it('shows everything about one, with what to copy, the way that it took and why it waits', async () => {
  const held = sampleMovement({
    type: 'withdrawal',
    direction: 'out',
    status: 'pending',
    stage: 'held',
    reason: 'review',
    label: 'My ledger',
    memo: '104729',
    change: '-0.5001',
    fee: '0.0001',
    explorer: 'https://explorer.example/tx/f',
  });
  openHistory('/wallet/history/BTC', {
    ...listOf(held),
    [held.id]: {
      ...held,
      timeline: [
        { stage: 'requested', time: held.date },
        { stage: 'held', time: held.updated },
      ],
      cancellable: true,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Withdrawal/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdrawal' }));
  expect(dialog.getByText(/^Being reviewed/)).toBeTruthy();
  for (const name of ['Address', 'Memo / tag', 'Transaction hash', 'ID'])
    expect(dialog.getByRole('button', { name: `Copy: ${name}` })).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'View on explorer' }).getAttribute('rel')).toBe('noreferrer');
  const steps = within(await dialog.findByRole('list', { name: 'Progress' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent?.replace(/Nov.*/, ''))).toEqual(['Requested', 'In review']);
  expect(steps.at(-1)?.getAttribute('aria-current')).toBe('step');
});

it('shows tokens that are not listed to those who filter by them, with contract and smallest units', async () => {
  const most = String(2n ** 256n - 1n);
  const contract = '0x2222222222222222222222222222222222222222';
  const token = sampleMovement({
    ...{ currency: 'UNLISTED', contract, amount: most, change: most },
    ...{ status: 'pending', stage: 'held', reason: 'unknown_token' },
  });
  openHistory('/wallet/history/UNLISTED', {
    ...listOf(token),
    [token.id]: { ...token, timeline: [], cancellable: false },
  });
  expect(await screen.findByRole('heading', { name: 'Unsupported tokens' })).toBeTruthy();
  const [row] = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('button');
  expect(row?.textContent).toContain('≈ +1.15 × 10⁷⁷ units');
  expect(row?.textContent).toContain(contract);
  await userEvent.click(row as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Deposit' }));
  expect(dialog.getByText('Amount in smallest units')).toBeTruthy();
  expect(dialog.getByText(most)).toBeTruthy();
  expect(dialog.getByText('We don’t list this token, so it can’t be credited.')).toBeTruthy();
});

it('says of an entry that part of it cannot be shown, and shows no figure that means nothing', async () => {
  const odd = sampleMovement({ amount: '0', change: '0', unreadable: ['amount', 'change'] });
  openHistory('/wallet/history', {
    ...listOf(odd),
    [odd.id]: { ...odd, timeline: [], cancellable: false },
  });
  const [row] = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('button');
  expect(row?.textContent).toContain('Part of this entry can’t be shown');
  expect(row?.textContent).not.toContain('0 BTC');
  await userEvent.click(row as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Deposit' }));
  expect(dialog.getByText(/Contact support with the ID below/)).toBeTruthy();
});

it('asks the server for what is chosen, and says when nothing fits', async () => {
  openHistory('/wallet/history/USDT?status=completed&min=1', listOf(transfer));
  expect(await screen.findByRole('button', { name: /^Transfer sent/ })).toBeTruthy();
  const asked = watchLists();
  answerCalls({ coins: sampleCoins, ...listOf() });
  const again = watchLists();
  await userEvent.click(screen.getByRole('combobox', { name: 'Type' }));
  await userEvent.click(screen.getByRole('option', { name: 'Deposit' }));
  expect(await screen.findByText('No transactions match these filters.')).toBeTruthy();
  expect(asked).toEqual([]);
  expect(Object.fromEntries(new URLSearchParams(again[0]))).toEqual({
    currency: 'USDT',
    type: 'deposit',
    status: 'completed',
    amount_from: '1',
    limit: '100',
  });
  answerCalls({ coins: sampleCoins, ...listOf(transfer) });
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
  expect(await screen.findByRole('button', { name: /^Transfer sent/ })).toBeTruthy();
});

it('searches when the typing pauses, not with every letter', async () => {
  openHistory('/wallet/history', listOf(deposit));
  await screen.findByRole('button', { name: /^Deposit/ });
  const asked = watchLists();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'bc1q');
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  expect(asked.map((search) => new URLSearchParams(search).get('text'))).toEqual(['bc1q']);
});

it('reads on when its end is near', async () => {
  const older = sampleMovement({ id: '3-1', type: 'bonus', date: '2026-11-01T00:00:00.000Z' });
  const pages = [
    { results: [deposit], next: 'after' },
    { results: [older], next: null },
  ];
  openHistory('/wallet/history', { movements: () => ({ status: 200, body: pages.shift() }) });
  expect(await screen.findByRole('button', { name: /^Bonus/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Deposit/ })).toBeTruthy();
});

it('hides the figures while the eye is shut', async () => {
  const trade = sampleMovement({
    id: '0190c7f2-0000-7000-8000-000000000002',
    type: 'trade',
    trade: { id: '1', order_id: '2', pair: 'BTC-USDT', operation: 'buy', price: '61000', quantity: '0.75' },
  });
  openHistory('/wallet/history', listOf(deposit, trade));
  await screen.findByRole('button', { name: /^Deposit/ });
  act(() => usePrivacy.setState({ hidden: true }));
  expect(screen.getByRole('button', { name: /^Trade/ }).textContent).not.toMatch(/0\.75|61,000/);
  expect(screen.getByRole('button', { name: /^Deposit/ }).textContent).not.toContain('0.5');
});

it('leads an empty account to its first deposit', async () => {
  openHistory('/wallet/history/BTC', listOf());
  expect(await screen.findByText('No BTC transactions yet.')).toBeTruthy();
  const links = screen.getAllByRole('link', { name: 'Deposit' });
  expect(links.at(-1)?.getAttribute('href')).toBe('/wallet/deposit/BTC');
});

it('says when the list cannot be read, and reads it again', async () => {
  openHistory('/wallet/history/BTC', {});
  expect(await screen.findByText('Couldn’t load your history')).toBeTruthy();
  answerCalls({ coins: sampleCoins, ...listOf(deposit) });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /^Deposit/ })).toBeTruthy();
});

it('does not present a coin that is not listed', async () => {
  openHistory('/wallet/history/NOPE', listOf());
  expect(await screen.findByText('NOPE isn’t listed')).toBeTruthy();
});
