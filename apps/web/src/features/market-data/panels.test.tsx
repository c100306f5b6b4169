import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '#language/i18n.ts';
import type { Subscription } from '#live/subscription.ts';
import { samplePair } from '#market/testing/sample-pair.ts';
import { BookPanel } from './book/book-panel.tsx';
import { LastPrice } from './pair/pair-strip.tsx';
import { TapePanel } from './tape/tape-panel.tsx';

/** A socket does not work within jsdom; the stores are tested over a real one. */
const feeds = vi.hoisted(() => new Map<string, (message: never) => void>());
vi.mock('#live/live.ts', () => ({
  tradingSocket: {
    subscribe({ name, params }: Subscription, listener: (message: never) => void) {
      const key = `${name} ${JSON.stringify(params)}`;
      feeds.set(key, listener);
      return () => feeds.delete(key);
    },
  },
}));

const pair = {
  code: 'BTC-USDT',
  base: { code: 'BTC' },
  quote: { code: 'USDT' },
  stack_precisions: ['10', '0.01'],
  rules: { lot: '0.0001' },
};

function tell(name: string, params: object, message: object): void {
  const listener = feeds.get(`${name} ${JSON.stringify({ pair: pair.code, ...params })}`);
  expect(listener, `somebody follows ${name}`).toBeDefined();
  act(() => listener?.({ sequence: 0, ...message } as never));
}

const trade = (id: string, operation: string, price: string) => ({
  id,
  pair: pair.code,
  operation,
  price,
  quantity: '0.5',
  time: '2026-01-02T03:04:05.000Z',
});

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await startI18n();
  await loadTexts('market');
});
afterEach(cleanup);

/** By the table's caption: looking for roles in a large page takes longer than everything else here. */
const rowsOf = (caption: string) =>
  [...(screen.getByText(caption).closest('table')?.querySelectorAll('tbody tr') ?? [])].map(
    (row) => row.textContent,
  );
const rows = () => rowsOf('BTC-USDT order book');

it('tells the levels of the book in a table, best ones beside each other', async () => {
  render(<BookPanel pair={pair} />);
  tell(
    'stack',
    { precision: '0.01' },
    {
      bids: [
        ['99.5', '1'],
        ['99', '2'],
      ],
      asks: [
        ['101', '0.25'],
        ['102', '3'],
      ],
    },
  );
  await screen.findByText('102.00');
  await waitFor(() => expect(rows()).toEqual(['Ask102.003', 'Ask101.000.25', 'Bid99.501', 'Bid99.002']));
});

it('asks for the step that was chosen', async () => {
  render(<BookPanel pair={pair} />);
  await userEvent.click(screen.getByRole('button', { name: /Price grouping/ }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: '10' }));
  tell('stack', { precision: '10' }, { bids: [['90', '3']], asks: [['110', '4']] });
  await screen.findByText('110.00');
  await waitFor(() => expect(rows()).toEqual(['Ask110.004', 'Bid90.003']));
});

it('goes on following the finest step for the spread, whatever step its rows have', async () => {
  render(<BookPanel pair={pair} />);
  await userEvent.click(screen.getByRole('button', { name: /Price grouping/ }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: '10' }));
  tell('stack', { precision: '10' }, { bids: [['90', '3']], asks: [['110', '4']] });
  await screen.findByText('110.00');
  tell('stack', { precision: '0.01' }, { bids: [['99.5', '1']], asks: [['100.5', '1']] });
  expect(rows()).toEqual(['Ask110.004', 'Bid90.003']);
});

it('says that a book is empty', async () => {
  render(<BookPanel pair={{ ...pair, stack_precisions: ['0.05'] }} />);
  tell('stack', { precision: '0.05' }, { bids: [], asks: [] });
  expect(await screen.findByText('No orders in the book right now.')).toBeTruthy();
});

it('lists the recent trades, newest first, and says in words which side took', async () => {
  render(<TapePanel pair={pair} />);
  const results = [trade('2', 'sell', '100.5'), trade('1', 'buy', '101')];
  tell('trades', {}, { results });
  await screen.findByText('100.5');
  const [first, second] = rowsOf('BTC-USDT recent trades');
  expect(first).toMatch(/^100\.50▼sold0\.5000\d\d:04:05$/);
  expect(second).toMatch(/^101\.00▲bought/);
});

it('shows the price of the last trade above all, with its direction, however late the figures of the day are', async () => {
  render(<LastPrice pair={samplePair} />);
  expect(screen.getByTestId('last-price').textContent).toContain('60,000.00');
  tell('trades', {}, { results: [trade('2', 'sell', '60010.5'), trade('1', 'buy', '60011')] });
  expect(await screen.findByText('60,010.5')).toBeTruthy();
  const listener = feeds.get('pairs_volume {}');
  act(() => listener?.({ sequence: 0, pairs: [{ code: pair.code, price: '60011' }] } as never));
  await waitFor(() => expect(screen.getByTestId('last-price').textContent).toMatch(/60,010\.50▼$/));
});
