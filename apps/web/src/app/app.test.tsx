import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { session } from '#api/session.ts';
import { logInForTest, openApp, prepareApp, resetApp } from './testing/render-app.tsx';

const profile = (username: string | null) => ({
  user: { username },
  language: 'en',
  interface: null,
  kyc_status: 'no',
  kyc_state: 'none',
  auto_logout_timeout: 0,
});
const volumes = {
  pairs: [{ id: 1, code: 'BTC-USDT', volume: '18204551.209', price: '64120.5', price_24h: null }],
};

beforeAll(prepareApp);
afterEach(resetApp);

const heading = () => screen.findByRole('heading', { level: 1 });

describe('a visitor', () => {
  it.each([
    ['/', '/trade/BTC-USDT'],
    ['/trade', '/trade/BTC-USDT'],
    ['/exchanger', '/quick-swap'],
    ['/fast-buy-sell', '/quick-swap'],
    ['/no/such/page', '/404'],
    ['/wallet/deposit', '/login?redirectFrom=%2Fwallet%2Fdeposit%2FBTC'],
    ['/settings?tab=2', '/login?redirectFrom=%2Fsettings%3Ftab%3D2'],
    ['/confirm-withdrawal-request/abc', '/login?redirectFrom=%2Fconfirm-withdrawal-request%2Fabc'],
  ])('who opens %s arrives at %s', async (from, to) => {
    const { address } = openApp(from);
    await heading();
    await waitFor(() => expect(address()).toBe(to));
  });

  it('who opens the wallet is led to the login, and nothing of anybody’s is asked for before', async () => {
    const { address } = openApp('/wallet');
    const asked = vi.spyOn(globalThis, 'fetch');
    await heading();
    await waitFor(() => expect(address()).toBe('/login?redirectFrom=%2Fwallet'));
    const paths = asked.mock.calls.map(([url]) => String(url));
    expect(paths.filter((path) => /wallet|balance|limits|transactions|movements/.test(path))).toEqual([]);
  });

  it('sees a header with the ways to log in and to sign up, and no account menu', async () => {
    openApp('/fees');
    await heading();
    const link = await screen.findByRole('link', { name: 'Log in' });
    expect(link.getAttribute('href')).toBe('/account/login?redirectFrom=%2Ffees');
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/account/register');
    expect(screen.queryByRole('link', { name: 'Deposit' })).toBeNull();
  });

  it('sees neither header nor footer on a page of the simple layout', async () => {
    openApp('/login');
    await heading();
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
    await waitFor(() => expect(document.title).toBe('Log in · Emporion'));
  });

  it('finds the way back from a page that does not exist', async () => {
    openApp('/404');
    await heading();
    const hrefs = ['Back to home', 'Log in', 'Create an account', 'Wallet'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(hrefs).toEqual(['/account', '/account/login', '/account/register', '/account/wallet']);
  });

  it('sees the pair and its volume on the trading page', async () => {
    openApp('/trade/BTC-USDT', { pairs_volume: volumes });
    expect(await screen.findByText('18,204,551.20')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('BTC-USDT · Trade · Emporion'));
  });
});

describe('a logged-in user', () => {
  it('is offered the wallet and trading on a page that does not exist, and no login', async () => {
    logInForTest();
    openApp('/404', { profile: profile('theo') });
    await heading();
    const links = within(screen.getByRole('navigation', { name: 'Other pages' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/account/wallet', '/account/trade']);
  });

  it.each([
    ['basic', '/quick-swap'],
    ['advanced', '/trade/BTC-USDT'],
    [null, '/trade/BTC-USDT'],
  ])('who came from nowhere and has chosen %s begins at %s', async (chosen, path) => {
    logInForTest();
    const { address } = openApp('/login', { profile: { ...profile('theo'), interface: chosen } });
    await heading();
    await waitFor(() => expect(address()).toBe(path));
  });

  it('on the login page goes onward to where they came from', async () => {
    logInForTest();
    const { address } = openApp('/login?redirectFrom=%2Fwallet%2Fhistory%2FETH');
    await heading();
    await waitFor(() => expect(address()).toBe('/wallet/history/ETH'));
  });

  it('on the login page does not follow an address that leads elsewhere', async () => {
    logInForTest();
    const { address } = openApp('/login?redirectFrom=%2F%2Fevil.example');
    await heading();
    await waitFor(() => expect(address()).toBe('/trade/BTC-USDT'));
  });

  it('has Deposit and a menu with settings, support in a new tab, and logout', async () => {
    logInForTest();
    openApp('/wallet', { profile: profile('trader') });
    await userEvent.click(await screen.findByRole('button', { name: /trader.*Account menu/ }));
    expect(
      within(screen.getByRole('banner')).getByRole('link', { name: 'Deposit' }).getAttribute('href'),
    ).toBe('/account/wallet/deposit/USDT');
    const support = await screen.findByRole('menuitem', { name: 'Support' });
    expect(support.getAttribute('target')).toBe('_blank');
    expect(screen.getByRole('menuitem', { name: 'Settings' })).toBeTruthy();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log out' }));
    expect(await screen.findByRole('dialog', { name: 'Log out?' })).toBeTruthy();
    expect(session.isLoggedIn()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Stay logged in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('without a username has no menu', async () => {
    logInForTest();
    openApp('/wallet', { profile: profile(null) });
    await heading();
    await waitFor(() => expect(document.querySelector('header .skeleton')).toBeNull());
    expect(screen.queryByRole('button', { name: /Account menu/ })).toBeNull();
  });

  it.each([
    ['has no username', { profile: profile(null) }],
    ['cannot be read', {}],
  ])('whose profile %s can still log out', async (_, answers) => {
    logInForTest();
    openApp('/wallet', answers);
    await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('dialog', { name: 'Log out?' })).toBeTruthy();
    // What stays open is there for the next test too, whose button to log out it would be.
    await userEvent.click(screen.getByRole('button', { name: 'Stay logged in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
