import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { session } from '#api/session.ts';
import { createQuickQueryClient } from '#api/testing/query-client.ts';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { SwapPage } from './swap-page.tsx';

const coin = (code: string, index: number) => ({
  ...{ code, name: code, fiat: false, base: code, blockchain_list: [], links: [], tx_explorer: null },
  ...{ decimals: 8, logo: '', index, disable_all: false, disable_exchange: false, disable_pairs: false },
  ...{ disable_stack: false, disable_topups: false, disable_withdrawals: false, networks: [] },
  fee: { deposit: '0', withdrawal: '0' },
  limits: { deposit: { min: '0', max: null }, withdrawal: { min: '0', max: null, daily: null } },
});
const coins = {
  coins: [coin('BTC', 0), coin('USDT', 1), coin('ETH', 2)],
  commons: { blockchain_definitions: {}, token_tx_explorers: {} },
};

type Answer = unknown | 'offline' | { refused: string };
const isRefusal = (answer: Answer): answer is { refused: string } =>
  typeof answer === 'object' && answer !== null && 'refused' in answer;

function open(answers: Readonly<Record<string, Answer>>, { loggedIn = false } = {}) {
  const claims = { exp: Math.floor(Date.now() / 1_000) + 3_600 };
  if (loggedIn) session.save({ token: `e30.${btoa(JSON.stringify(claims))}.signature`, refreshToken: 'r' });
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers[new URL(url, 'http://test').pathname.split('/').at(-2) ?? ''] ?? {
      refused: 'not_found',
    };
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    if (isRefusal(answer))
      return new Response(JSON.stringify({ code: answer.refused, detail: answer.refused }), { status: 422 });
    return new Response(JSON.stringify(answer));
  });
  render(
    <QueryClientProvider client={createQuickQueryClient()}>
      <MemoryRouter initialEntries={['/quick-swap?from=BTC&to=USDT']}>
        <SwapPage card={() => <p>cards</p>} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close() {}
    },
  );
  await startI18n();
  await Promise.all([loadTexts('swap'), loadTexts('errors')]);
});
afterEach(() => {
  cleanup();
  session.clear();
});

const write = async (amount: string) =>
  userEvent.type(await screen.findByRole('textbox', { name: 'You pay' }), amount);

it('offers to read the coins again when they could not be read', async () => {
  open({ coins: 'offline' });
  expect(await screen.findByText('Couldn’t load coins.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('says that it is offline in the place of a quote, and takes nothing then', async () => {
  open({ coins, preview: 'offline' });
  await write('1');
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(screen.queryByRole('button', { name: 'Review swap' })).toBeNull();
});

it('says that a market is halted', async () => {
  open({ coins, preview: { refused: 'market_closed' } });
  await write('1');
  expect((await screen.findByRole('alert')).textContent).toMatch(/market|paused|closed/i);
});

it('has the tab of cards, which is opened by its address and by a press', async () => {
  open({ coins });
  await userEvent.click(await screen.findByRole('tab', { name: 'Buy with card' }));
  expect(await screen.findByText('cards')).toBeTruthy();
});

it('says on a new exchange that nothing can be swapped yet', async () => {
  open({ coins: { ...coins, coins: [] } });
  expect(await screen.findByText(/Swapping hasn’t started on this exchange/)).toBeTruthy();
  expect(screen.queryByText('Swap coins')).toBeNull();
});
