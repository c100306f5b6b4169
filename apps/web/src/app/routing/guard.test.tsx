import { afterEach, describe, expect, it } from 'vitest';
import { session } from '#api/session.ts';
import { rememberInterfaceOffer } from '#preferences/interface-offer.ts';
import { guard, guardVisit } from './guard.ts';

const visit = (path: string, loggedIn: boolean, params = {}) => ({
  url: new URL(path, 'https://emporion.test'),
  loggedIn,
  params,
});
const wallet = { name: 'wallet', needsLogin: true };
const login = { name: 'login', needsLogin: false };

describe('a page that needs login', () => {
  it('sends a visitor to login with the full path', () => {
    expect(guardVisit(wallet, visit('/account/wallet?small=hidden', false))).toBe(
      '/login?redirectFrom=%2Fwallet%3Fsmall%3Dhidden',
    );
  });

  it('keeps the part of the page that was wanted', () => {
    const settings = { name: 'settings', needsLogin: true };
    expect(guardVisit(settings, visit('/account/settings#security', false))).toBe(
      '/login?redirectFrom=%2Fsettings%23security',
    );
    expect(guardVisit(login, visit('/account/login?redirectFrom=%2Fsettings%23security', true))).toBe(
      '/settings#security',
    );
  });

  it('hands the token along, once', () => {
    const page = { name: 'confirm-withdrawal-request', needsLogin: true };
    const path = guardVisit(page, visit('/account/confirm-withdrawal-request/abc', false, { token: 'abc' }));
    expect(path).toBe('/login?redirectFrom=%2Fconfirm-withdrawal-request%2Fabc');
  });

  it('lets a logged-in user in', () => {
    expect(guardVisit(wallet, visit('/account/wallet', true))).toBeNull();
  });
});

describe('the login page', () => {
  it('stays for a visitor', () => {
    expect(guardVisit(login, visit('/account/login?redirectFrom=/wallet', false))).toBeNull();
  });

  it.each([
    ['/account/login', '/'],
    ['/account/login?redirectFrom=%2Fwallet%3Fa%3D1', '/wallet?a=1'],
    ['/account/login?redirectFrom=//evil.example', '/'],
    ['/account/login?redirectFrom=https%3A%2F%2Fevil.example', '/'],
  ])('sends a logged-in user from %s to %s', (from, to) => {
    expect(guardVisit(login, visit(from, true))).toBe(to);
  });
});

it('sends a logged-in user onward from the page on which accounts are made', () => {
  const register = { name: 'register', needsLogin: false };
  expect(guardVisit(register, visit('/account/register/FRIEND7', true))).toBe('/');
  expect(guardVisit(register, visit('/account/register', false))).toBeNull();
});

describe('a page of one pair or coin', () => {
  const trade = { name: 'trade', needsLogin: false };
  const deposit = { name: 'wallet-deposit', needsLogin: true };

  it.each([
    [trade, '/account/trade/btc-usdt?from=mail', { pairprop: 'btc-usdt' }, '/trade/BTC-USDT?from=mail'],
    [trade, '/account/trade/Btc-USDT/', { pairprop: 'Btc-USDT' }, '/trade/BTC-USDT'],
    [deposit, '/account/wallet/deposit/eth', { walletitem: 'eth' }, '/wallet/deposit/ETH'],
    [trade, '/account/trade/BTCUSDT', { pairprop: 'BTCUSDT' }, '/404'],
    [trade, '/account/trade/%3Cb%3E-USDT', { pairprop: '<b>-USDT' }, '/404'],
    [trade, '/account/trade/ßtc-usdt', { pairprop: 'ßtc-usdt' }, '/404'],
    [deposit, '/account/wallet/deposit/B', { walletitem: 'B' }, '/404'],
  ])('%o at %s corrects what its address names', (page, path, params, to) => {
    expect(guardVisit(page, visit(path, true, params))).toBe(to);
  });

  it('lets a well-formed code in, known or not', () => {
    expect(guardVisit(trade, visit('/account/trade/NOPE-XYZ', false, { pairprop: 'NOPE-XYZ' }))).toBeNull();
  });
});

describe('the offer of the trading interfaces', () => {
  afterEach(() => {
    session.clear();
    rememberInterfaceOffer(false);
  });
  const after = (path: string, page = login) =>
    guard(page, { url: new URL(path, 'https://emporion.test'), params: {} });

  it('comes after a first login and keeps the place that was wanted', async () => {
    session.save({ token: 't', refreshToken: 'r' });
    rememberInterfaceOffer(true);
    expect(await after('/account/login?redirectFrom=%2Fwallet%3Fa%3D1')).toBe(
      '/interface-select?redirectFrom=%2Fwallet%3Fa%3D1',
    );
    expect(await after('/account/login')).toBe('/interface-select');
    expect(await after('/account/login?redirectFrom=//evil.example')).toBe('/interface-select');
    expect(await after('/account/wallet', wallet)).toBeNull();
  });

  it('comes at no other login', async () => {
    session.save({ token: 't', refreshToken: 'r' });
    expect(await after('/account/login?redirectFrom=%2Fwallet')).toBe('/wallet');
  });
});
