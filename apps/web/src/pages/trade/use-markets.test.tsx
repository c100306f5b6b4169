import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#api/queries.ts';
import { samplePair } from '#market/testing/sample-pair.ts';
import { useMarkets } from './use-markets.ts';

const answer = () => new Response(JSON.stringify({ pairs: [samplePair] }));
/** A network that swallows everything. */
const never = () => new Promise<Response>(() => {});
const fetchMock = vi.fn<() => Promise<Response>>();

function openMarkets() {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(useMarkets, { wrapper }).result;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  // The code that asks is fetched with the first question, which a stopped clock would hold up.
  await import('#api/contract/market.ts');
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchMock.mockReset());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says within seconds that no answer comes, and asks again until one does', async () => {
  fetchMock.mockImplementation(never);
  const markets = openMarkets();
  await pass(4_000);
  expect(markets.current.lost).toBe(false);
  await pass(1_500);
  expect(markets.current.lost).toBe(true);
  const asked = fetchMock.mock.calls.length;
  fetchMock.mockImplementation(async () => answer());
  await pass(10_000);
  expect(fetchMock.mock.calls.length).toBeGreaterThan(asked);
  expect(markets.current).toMatchObject({ lost: false, pairs: [{ code: 'BTC-USDT' }] });
});

it('goes on saying it while it asks again', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  const markets = openMarkets();
  await pass(6_000);
  expect(markets.current.lost).toBe(true);
  await pass(10_500);
  expect(markets.current).toMatchObject({ lost: true, retrying: true });
});
