// @vitest-environment node
import { expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

it.each([
  ['/wallet', '/wallet'],
  ['/wallet/deposit/BTC?memo=1', '/wallet/deposit/BTC?memo=1'],
  ['/account/wallet', '/wallet'],
  ['/account', '/'],
  ['/account?x=1', '/?x=1'],
  ['/accounts-are-not-the-base', '/accounts-are-not-the-base'],
  ['/confirm-withdrawal-request/a%2Bb', '/confirm-withdrawal-request/a%2Bb'],
  ['/trade/BTC-USDT#book', '/trade/BTC-USDT#book'],
  ['/wallet/../settings', '/settings'],
])('sends the visitor on from %j to %j', (wanted, path) => {
  expect(safeRedirect(wanted)).toBe(path);
});

it.each([
  null,
  '',
  'wallet',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/account//evil.example',
  '/..//evil.example',
  'https://evil.example/account',
  'https:evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '%2F%2Fevil.example',
  '/%2Fevil.example',
  '/%2f%2fevil.example',
  '/%5Cevil.example',
  '/%255Cevil.example',
  '/%252Fevil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/%E0%A4%A',
  '/login',
  '/login?redirectFrom=%2Flogin',
  '/account/login',
  `/${'a'.repeat(2_100)}`,
])('refuses %j', (wanted) => {
  expect(safeRedirect(wanted, '/fallback')).toBe('/fallback');
});
