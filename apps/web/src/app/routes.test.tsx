import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kitPage, pages, redirects } from './routes.ts';
import { showsHeader } from './routing/header-paths.ts';
import { isPublicAccountPath, isRootPath, loginPath, publicAccountPaths } from './routing/paths.ts';

const simple = { needsLogin: false, layout: 'simple' };
const simpleForUser = { needsLogin: true, layout: 'simple' };
const full = { needsLogin: false, layout: 'full' };
const fullForUser = { needsLogin: true, layout: 'full' };

const catalogues = join(import.meta.dirname, '../../../../packages/i18n/catalogues');
const { titles } = JSON.parse(readFileSync(join(catalogues, 'en/shell.json'), 'utf8'));

describe('the pages', () => {
  it.each([
    ['/login', simple],
    ['/register/:refcode?', simple],
    ['/forgot', simple],
    ['/reset-password/:uid/:token', simple],
    ['/confirm-register', simple],
    ['/email-verify/:token', simple],
    ['/confirm-withdrawal-request/:token', simpleForUser],
    ['/interface-select', simpleForUser],
    ['/404', simple],
    ['/kyc', fullForUser],
    ['/settings', fullForUser],
    ['/support', full],
    ['/fees', full],
    ['/wallet', fullForUser],
    ['/wallet/deposit/:walletitem', fullForUser],
    ['/wallet/withdrawal/:walletitem', fullForUser],
    ['/wallet/history/:walletitem', fullForUser],
    ['/trade/:pairprop', full],
    ['/quick-swap', full],
  ])('have %s as the specification has it', (path, rules) => {
    expect(pages.find((page) => page.path === path)).toMatchObject(rules);
  });

  it.each(['/email-change/:token', '/not-me/:token'])('have %s, where a mail leads', (path) => {
    expect(pages.find((page) => page.path === path)).toMatchObject(simple);
  });

  it('have /markets, where the phone’s navigation begins', () => {
    expect(pages.find((page) => page.path === '/markets')).toMatchObject(full);
  });

  it.each(['/terms', '/privacy'])('have %s, which a registration agrees to', (path) => {
    expect(pages.find((page) => page.path === path)).toMatchObject(full);
  });

  it.each([
    '/wallet/balances',
    '/wallet/history/all',
    '/wallet/transfer',
    '/wallet/addresses',
    '/wallet/codes',
    '/wallet/proof',
  ])('have %s, which the specification has as a tab of the wallet or not at all', (path) => {
    expect(pages.find((page) => page.path === path)).toMatchObject(fullForUser);
  });

  it.each(['/support/articles/:slug', '/support/status'])('have %s, where support leads', (path) => {
    expect(pages.find((page) => page.path === path)).toMatchObject(full);
  });
  it.each(['/support/tickets/:ticket?', '/support/thread/:token'])(
    'have %s, where support answers',
    (path) => {
      expect(pages.find((page) => page.path === path)).toMatchObject(full);
    },
  );

  it('are those of the specification, those fifteen, and no others', () => {
    expect(pages).toHaveLength(34);
    expect(pages.filter(({ name }) => ['login', 'register', 'forgot'].includes(name))).toHaveLength(3);
  });

  it('all have a title', () => {
    for (const { title } of [...pages, kitPage]) {
      expect(titles).toHaveProperty(title.replace('shell.titles.', ''));
    }
  });
});

it('redirects as the specification says', () => {
  expect(Object.fromEntries(redirects.map(({ path, to }) => [path, to]))).toEqual({
    '/': '/trade/BTC-USDT',
    '/trade': '/trade/BTC-USDT',
    '/exchanger': '/quick-swap',
    '/fast-buy-sell': '/quick-swap',
    '/wallet/deposit': '/wallet/deposit/BTC',
    '/wallet/withdrawal': '/wallet/withdrawal/BTC',
    '/wallet/history': '/wallet/history/BTC',
    '*': '/404',
  });
});

describe('the public account paths', () => {
  it('are /account plus each open path up to its first parameter, and BTC-USDT', () => {
    expect(publicAccountPaths(pages)).toEqual([
      '/account/login',
      '/account/register/',
      '/account/forgot',
      '/account/reset-password/',
      '/account/confirm-register',
      '/account/email-verify/',
      '/account/email-change/',
      '/account/not-me/',
      '/account/404',
      '/account/support',
      '/account/support/articles/',
      '/account/support/status',
      '/account/support/tickets/',
      '/account/support/thread/',
      '/account/fees',
      '/account/trade/',
      '/account/quick-swap',
      '/account/markets',
      '/account/terms',
      '/account/privacy',
      '/account/trade/BTC-USDT',
    ]);
  });

  it.each([
    '/account/login',
    '/account/login/',
    '/account/register',
    '/account/register/FRIEND',
    '/account/trade/BTC-USDT',
    '/account/trade/ETH-USDT',
    '/account/fees',
  ])('cover %s', (pathname) => {
    expect(isPublicAccountPath(pathname, pages)).toBe(true);
  });

  it.each([
    '/account/wallet',
    '/account/settings',
    '/account/feesible',
    '/account/confirm-withdrawal-request/a',
    '/fees',
  ])('do not cover %s', (pathname) => {
    expect(isPublicAccountPath(pathname, pages)).toBe(false);
  });

  it('do not include the root, which is known by itself', () => {
    expect(['/', '/account', '/account/'].map(isRootPath)).toEqual([true, true, true]);
    expect(isRootPath('/account/wallet')).toBe(false);
  });
});

describe('the login path', () => {
  it('keeps the full path with its query', () => {
    expect(loginPath('/wallet?tab=1&x=a b')).toBe('/login?redirectFrom=%2Fwallet%3Ftab%3D1%26x%3Da+b');
  });

  it.each([
    [{ token: 'abc' }, 'abc'],
    [{ pairprop: 'ETH-USDT' }, 'ETH-USDT'],
    [{ walletitem: 'BTC' }, null],
  ])('with the parameters %j has params %s', (params, expected) => {
    expect(new URLSearchParams(loginPath('/x', params).split('?')[1]).get('params')).toBe(expected);
  });
});

describe('the header', () => {
  it.each([
    '/login',
    '/confirm-withdrawal-request/abc',
    '/confirm_sendfunds',
    '/register',
    '/register/FRIEND',
    '/404',
    '/reset-password/1/abc',
    '/forgot',
    '/interface-select',
    '/email-verify/abc',
    '/email-change/abc',
    '/not-me/abc',
  ])('is hidden on %s', (pathname) => {
    expect(showsHeader(pathname)).toBe(false);
  });

  it.each([
    '/wallet',
    '/trade/BTC-USDT',
    '/fees',
    '/support',
    '/settings',
    '/kyc',
    '/quick-swap',
    '/confirm-register',
  ])('is shown on %s', (pathname) => {
    expect(showsHeader(pathname)).toBe(true);
  });
});
