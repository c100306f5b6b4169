import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { changeLanguage } from '#language/i18n.ts';
import { logInForTest, openApp, prepareApp, resetApp } from './testing/render-app.tsx';

const market = { id: 1, code: 'ETH-USDT', volume: '5', price: '3120.5', price_24h: null };
const rules = {
  state: 'open',
  tick: '0.01',
  lot: '0.00001',
  quantity_min: '0.0001',
  quantity_max: '2000',
  cost_min: '1',
  cost_max: '1000000',
  band: '20',
  price_decimals: 2,
  quantity_decimals: 5,
  base_decimals: 18,
  quote_decimals: 6,
};
const pairs = {
  pairs: [{ ...market, rules, base: { code: 'ETH' }, quote: { code: 'USDT' }, stack_precisions: ['0.01'] }],
};
const terms = { min: '0', max: null };
const ether = {
  code: 'ETH',
  name: 'Ethereum',
  fiat: false,
  base: 'ETH',
  blockchain_list: ['ethereum'],
  links: [
    { href: 'https://ethereum.example/', title: 'Website' },
    { href: 'https://explorer.example/', title: 'Explorer' },
    { href: 'https://forum.example/', title: 'Our forum' },
  ],
  tx_explorer: null,
  decimals: 18,
  logo: '/public/coins/eth.svg',
  index: 1,
  disable_all: false,
  disable_exchange: false,
  disable_pairs: false,
  disable_stack: false,
  disable_topups: false,
  disable_withdrawals: false,
  fee: { deposit: '0', withdrawal: '0' },
  limits: { deposit: terms, withdrawal: { ...terms, daily: null } },
  networks: [],
};
const coins = { coins: [ether], commons: { blockchain_definitions: {}, token_tx_explorers: {} } };

beforeAll(prepareApp);
afterEach(resetApp);

it('says that the markets could not be loaded, and loads them when asked again', async () => {
  const { answerWith } = openApp('/trade/ETH-USDT');
  const alert = (await screen.findByText('Couldn’t load markets')).closest<HTMLElement>('[role="alert"]');
  if (alert === null) throw new Error('Nobody is told.');
  expect(await within(screen.getByRole('banner')).findByText('24h volume: not available')).toBeTruthy();
  answerWith({ pairs });
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: /ETH-USDT/ })).toBeTruthy();
});

it('speaks the reader’s language in the well-known links of a coin, and leaves the operator’s words alone', async () => {
  openApp('/trade/ETH-USDT', { coins, pairs });
  await screen.findByRole('link', { name: 'Website' });
  await changeLanguage('ru');
  const links = await screen.findByRole('list', { name: 'Ссылки Ethereum' });
  await waitFor(() =>
    expect([...links.querySelectorAll('a')].map((link) => link.textContent)).toEqual([
      'Сайт',
      'Обозреватель',
      'Our forum',
    ]),
  );
  await changeLanguage('en');
});

it('presents no market that is not there, and shows those that are', async () => {
  const { address } = openApp('/trade/NOPE-XYZ', { coins, pairs });
  expect(await screen.findByRole('heading', { name: 'NOPE-XYZ isn’t available' })).toBeTruthy();
  expect(address()).toBe('/trade/NOPE-XYZ');
  const main = within(screen.getByRole('main'));
  expect((await main.findByRole('link', { name: 'Go to market' })).getAttribute('href')).toBe(
    '/account/trade/ETH-USDT',
  );
  expect(await main.findByRole('link', { name: /ETH-USDT/ })).toBeTruthy();
  expect(within(screen.getByRole('banner')).queryByText('NOPE-XYZ')).toBeNull();
});

it('leads to the first open market where the one that everybody begins with is not traded', async () => {
  const { address } = openApp('/', { coins, pairs });
  expect(await screen.findByRole('heading', { level: 1, name: /ETH-USDT/ })).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/trade/ETH-USDT'));
});

it('says that no market is open where the operator has opened none', async () => {
  openApp('/trade/BTC-USDT', { coins, pairs: { pairs: [] } });
  expect(await screen.findByRole('heading', { name: 'No markets are open yet' })).toBeTruthy();
});

it.each(['deposit', 'withdrawal', 'history'])('presents no coin that is not there for a %s', async (page) => {
  logInForTest();
  openApp(`/wallet/${page}/NOPE`, { coins });
  expect(await screen.findByRole('heading', { name: 'NOPE isn’t listed' })).toBeTruthy();
  expect(within(screen.getByRole('main')).getAllByRole('link', { name: 'Balances' })).toBeTruthy();
});

it.each([
  ['/trade/eth-usdt', '/trade/ETH-USDT', 'ETH-USDT'],
  ['/wallet/deposit/eth', '/wallet/deposit/ETH', 'Deposit ETH'],
  ['/trade/ETHUSDT', '/404', 'Page not found'],
  ['/wallet/history/e%2Fth', '/404', 'Page not found'],
])('leads from %s to %s', async (from, to, title) => {
  logInForTest();
  const { address } = openApp(from, { coins, pairs });
  expect(await screen.findByRole('heading', { name: new RegExp(title) })).toBeTruthy();
  await waitFor(() => expect(address()).toBe(to));
});
