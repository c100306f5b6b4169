import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { openWallet, prepareWallet, resetWallet } from '../testing/open-wallet.tsx';
import { sampleCoins } from '../testing/sample-coins.ts';
import { BalancesPage } from './balances-page.tsx';

const answers = {
  coins: sampleCoins,
  balance: { balance: { USDT: { actual: '100', orders: '20' }, BTC: { actual: '0.5', orders: '0' } } },
  getwallets: {
    wallets: [{ coin: 'USDT', actual: '100', orders: '20', locked: '5', incoming: '7' }],
  },
  rates: {
    in: 'USD',
    results: [
      { coin: 'USDT', rate: '1', rate_24h: '1', time: null },
      { coin: 'BTC', rate: '60000', rate_24h: '50000', time: null },
    ],
  },
  sparklines: { pairs: [] },
  pairs: { pairs: [] },
};

beforeAll(prepareWallet);
afterEach(() => {
  resetWallet();
  window.localStorage.removeItem('wallet_small_hidden');
});

function openBalances(changed: Readonly<Record<string, unknown>> = {}): void {
  openWallet({
    path: '/wallet/balances',
    at: '/wallet/balances',
    Page: BalancesPage,
    answers: { ...answers, ...changed },
  });
}

async function coinsShown(): Promise<(string | null | undefined)[]> {
  const table = await screen.findByRole('table', { name: 'Balances', busy: false });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('.font-semibold')?.textContent);
}

it('shows each coin with what is free, in orders and locked, the most valuable first', async () => {
  openBalances();
  await expect.poll(coinsShown).toEqual(['BTC', 'USDT', 'XRP', 'TRX']);
  const row = screen.getByText('Tether').closest('tr');
  expect([...(row?.querySelectorAll('td') ?? [])].slice(1, 5).map((cell) => cell.textContent)).toEqual([
    '100',
    '20',
    '5',
    '125.00 USD',
  ]);
  expect(within(row as HTMLElement).getByRole('link', { name: '7 USDT incoming' })).toBeTruthy();
});

it('is searched, hides what is small, and is sorted by its headings', async () => {
  openBalances();
  await expect.poll(coinsShown).toEqual(['BTC', 'USDT', 'XRP', 'TRX']);
  await userEvent.click(screen.getByRole('radio', { name: 'Hide small balances' }));
  expect(await coinsShown()).toEqual(['BTC', 'USDT']);
  await userEvent.click(screen.getByRole('button', { name: /^Available/ }));
  expect(await coinsShown()).toEqual(['USDT', 'BTC']);
  const heading = screen.getByRole('columnheader', { name: /^Available/ });
  expect(heading.getAttribute('aria-sort')).toBe('descending');
  await userEvent.click(screen.getByRole('button', { name: /^Available/ }));
  expect(await coinsShown()).toEqual(['BTC', 'USDT']);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search coins' }), 'nothing');
  expect(screen.getByText('No coins match your search.')).toBeTruthy();
});

it('offers nothing that is switched off for a coin', async () => {
  openBalances();
  await screen.findByRole('link', { name: 'Deposit USDT' });
  expect(screen.queryByRole('link', { name: 'Deposit TRX' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Withdraw TRX' }).getAttribute('href')).toBe(
    '/wallet/withdrawal/TRX',
  );
});

it('says that the balances could not be read, and reads them when asked again', async () => {
  openBalances({ getwallets: undefined });
  expect(await screen.findByText('Couldn’t load your balances')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
