import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#api/queries.ts';
import { session } from '#api/session.ts';
import { adoptStatus } from './server-status.ts';
import { usePeriodicRefresh } from './use-market-data.ts';

const fiveMinutes = 5 * 60 * 1_000;
const answers: Readonly<Record<string, unknown>> = {
  coins: { coins: [], commons: { blockchain_definitions: {}, token_tx_explorers: {} } },
  limits: { limits: [], levels: [] },
  pairs: { pairs: [] },
  balance: { balance: {} },
};
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string) => {
    const name = url.split('/').at(-2) ?? '';
    // Asked for beside these, when the page is idle.
    if (name !== 'status') asked.push(name);
    return new Response(JSON.stringify(answers[name]));
  });
});
afterEach(() => {
  cleanup();
  session.clear();
  vi.useRealTimers();
});

function startRefresh() {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  renderHook(usePeriodicRefresh, { wrapper });
}

const settled = (count: number) => vi.waitUntil(() => asked.length >= count);

it('reads coins, limits and pairs for a visitor, and again after five minutes', async () => {
  startRefresh();
  await settled(3);
  expect(asked.toSorted()).toEqual(['coins', 'limits', 'pairs']);
  await vi.advanceTimersByTimeAsync(fiveMinutes - 1_000);
  expect(asked).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(2_000);
  await settled(6);
  expect(asked.toSorted()).toEqual(['coins', 'coins', 'limits', 'limits', 'pairs', 'pairs']);
});

it('reads the balance too for a logged-in user', async () => {
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + 600 }));
  session.save({ token: `e30.${claims}.signature`, refreshToken: 'r' });
  startRefresh();
  await settled(4);
  expect(asked.toSorted()).toEqual(['balance', 'coins', 'limits', 'pairs']);
});

it('reads coins, limits and pairs again at once when the server says that they changed', async () => {
  startRefresh();
  await settled(3);
  await act(async () => adoptStatus({ markets: 'one' }));
  expect(asked).toHaveLength(3);
  await act(async () => adoptStatus({ markets: 'two' }));
  await settled(6);
  expect(asked.toSorted()).toEqual(['coins', 'coins', 'limits', 'limits', 'pairs', 'pairs']);
});
