import type { Holding, WalletOverview } from '@emporion/contracts/rest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { chooseCurrency } from '../model/currency.ts';
import { usePrivacy } from '../model/privacy.ts';
import { openWallet, prepareWallet, resetWallet } from '../testing/open-wallet.tsx';
import { sampleCoins } from '../testing/sample-coins.ts';
import { sampleMovement } from '../testing/sample-movement.ts';
import { OverviewPage } from './overview-page.tsx';

const holding: Holding = {
  coin: 'BTC',
  available: '0.5',
  orders: '0',
  withdrawals: '0',
  codes: '0',
  total: '0.5',
  rate: '60000',
  value: '30000',
  change_24h: '-1.5',
  share: '100',
};
const overview: WalletOverview = {
  in: 'USD',
  time: '2026-11-17T00:00:00.000Z',
  total: '30000',
  parts: { available: '29000', orders: '1000', withdrawals: '0', codes: '0' },
  change_24h: { value: '-450.25', percent: '-1.47' },
  holdings: [holding],
  unvalued: [],
  traded: true,
};
const untraded: WalletOverview = { ...overview, traded: false };
const points = ['100', '150', '125'].map((value, day) => ({ time: `2026-11-1${day}T12:00:00.000Z`, value }));
const answers = {
  coins: sampleCoins,
  overview,
  'value-history': { in: 'USD', range: '1m', points, unvalued: [] },
  movements: { results: [], next: null },
  transactions: { results: [], next: null },
};

beforeAll(prepareWallet);
beforeEach(() => {
  chooseCurrency('USD');
  usePrivacy.setState({ hidden: false });
});
afterEach(resetWallet);

function openOverview(changed: Readonly<Record<string, unknown>> = {}) {
  return openWallet({
    path: '/wallet',
    at: '/wallet',
    Page: OverviewPage,
    answers: { ...answers, ...changed },
  }).client;
}

it('says what everything is worth, where it is and how it changed', async () => {
  openOverview();
  const total = await screen.findByRole('region', { name: 'Total value' });
  await waitFor(() => expect(total.textContent).toContain('30,000.00 USD'));
  expect(total.textContent).toContain('▼ −450.25 USD (−1.47%) in 24 hours');
  expect((await screen.findByText('In orders')).parentElement?.textContent).toBe('In orders1,000.00 USD');
});

it('reads the value over time off by keyboard', async () => {
  openOverview();
  const line = await screen.findByRole('slider', { name: 'Value over time, 1M' });
  expect(line.getAttribute('aria-valuetext')).toBe('Nov 12, 2026: 125.00 USD');
  line.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(line.getAttribute('aria-valuetext')).toBe('Nov 11, 2026: 150.00 USD');
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(line.getAttribute('aria-valuetext')).toBe('Nov 10, 2026: 100.00 USD');
});

it('shows no value rather than a wrong one, and says so', async () => {
  openOverview({ overview: { ...overview, total: null, change_24h: null, unvalued: ['BTC'] } });
  expect(await screen.findByText('Current prices aren’t available, so no value is shown.')).toBeTruthy();
  expect(screen.getAllByText('Value not available').length).toBeGreaterThan(0);
});

it('names the coins that the total is without', async () => {
  openOverview({ overview: { ...overview, unvalued: ['XRP', 'TRX'] } });
  expect(await screen.findByText('Without XRP, TRX: no current price.')).toBeTruthy();
});

it('hides every figure of one’s own, the picture too, and remembers it', async () => {
  openOverview();
  await screen.findByRole('slider');
  await userEvent.click(screen.getByRole('button', { name: 'Hide amounts' }));
  expect(screen.queryByRole('slider')).toBeNull();
  for (const figure of ['30,000', '1,000', '450.25', '0.5'])
    expect(document.body.textContent).not.toContain(figure);
  expect(window.localStorage.getItem('wallet_figures_hidden')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Show amounts' }));
  expect(document.body.textContent).toContain('30,000.00 USD');
});

it('leads an empty account to its first deposit and trade', async () => {
  openOverview({ overview: { ...untraded, total: '0', change_24h: null, holdings: [] } });
  const steps = within(await screen.findByRole('region', { name: 'Get started' }));
  expect(steps.getByRole('link', { name: 'Deposit' }).getAttribute('href')).toBe('/wallet/deposit/USDT');
  expect(steps.getByRole('link', { name: 'Buy with card' }).getAttribute('href')).toBe(
    '/quick-swap?tab=card',
  );
  expect(steps.getByRole('link', { name: 'Go to BTC-USDT' }).getAttribute('href')).toBe('/trade/BTC-USDT');
  expect(screen.queryByRole('slider')).toBeNull();
});

const empty: WalletOverview = { ...untraded, total: '0', change_24h: null, holdings: [] };

it('goes on leading while the first coins arrive, without a button for what is done', async () => {
  let answer = empty;
  const client = openOverview({ overview: () => ({ status: 200, body: answer }) });
  const steps = within(await screen.findByRole('region', { name: 'Get started' }));
  expect(steps.getByRole('link', { name: 'Deposit' })).toBeTruthy();
  answer = untraded;
  await client.refetchQueries();
  expect(await steps.findByText(/Next: your first trade/)).toBeTruthy();
  expect(steps.queryByRole('link', { name: 'Deposit' })).toBeNull();
  expect(steps.getByRole('link', { name: 'Swap coins' }).getAttribute('href')).toBe('/quick-swap');
});

it('leads nobody above a funded account, nor who has closed it on this device', async () => {
  openOverview({ overview: untraded });
  expect((await screen.findByRole('region', { name: 'Total value' })).textContent).toContain('30,000');
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  cleanup();
  window.localStorage.setItem('email', 'ada@example.org');
  openOverview({ overview: empty });
  await userEvent.click(await screen.findByRole('button', { name: 'Close “Get started”' }));
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  cleanup();
  openOverview({ overview: empty });
  await screen.findByRole('region', { name: 'Total value' });
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  cleanup();
  // Another account on the device has not closed it.
  window.localStorage.setItem('email', 'bob@example.org');
  openOverview({ overview: empty });
  expect(await screen.findByRole('region', { name: 'Get started' })).toBeTruthy();
});

it('opens the details of what moved', async () => {
  openOverview({ movements: { results: [sampleMovement({ type: 'trade' })], next: null } });
  const row = await screen.findByRole('button', { name: /Trade/ });
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  await userEvent.click(row);
  expect(await screen.findByRole('dialog', { name: 'Trade' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
});

it('sends test coins to an empty account of a demo', async () => {
  document.documentElement.dataset.mode = 'demo';
  const taken: unknown[] = [];
  const hash = 'abc';
  const sent = { currency: 'USDT', network: 'tron', amount: '10000', address: 'T1', memo: null, hash };
  openOverview({
    overview: { ...untraded, total: '0', change_24h: null, holdings: [] },
    tap: (body: unknown) => {
      taken.push(body);
      return { status: 200, body: sent };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Get test USDT' }));
  await expect.poll(() => taken).toEqual([{ currency: 'USDT' }]);
  delete document.documentElement.dataset.mode;
});

it('says that the wallet could not be read, and why', async () => {
  openOverview({ overview: undefined });
  expect(await screen.findByText('Couldn’t load your wallet')).toBeTruthy();
  expect(screen.getByText('Nothing is here.')).toBeTruthy();
});
