import { expect, it } from 'vitest';
import { pathToLog, safePath } from './safe-path.ts';

it.each([
  ['/account/reset-password/uid/short', '/account/reset-password/…'],
  ['/account/email-verify/123456', '/account/email-verify/…'],
  ['/account/wallets?token=hunter2', '/account/wallets'],
  ['/account/', '/account/'],
  ['/api/v1/email-verify/123456', '/api/v1/email-verify/…'],
  [`/${'x'.repeat(30)}`, '/…'],
  ['http://localhost/account/reset-password/uid/short', 'http://localhost/account/…'],
  ['/', '/'],
])('shows %s as %s', (url, shown) => {
  expect(safePath(url)).toBe(shown);
});

it('shows the pattern of a route in place of what it was called with', () => {
  expect(pathToLog('/api/v1/email-verify/123456', '/api/v1/email-verify/:code/')).toBe(
    '/api/v1/email-verify/:code/',
  );
  expect(pathToLog('/%61ccount/reset-password/uid/short', '/account/*')).not.toContain('uid/short');
  expect(pathToLog('/account/email-verify/123456', '/account/*')).toBe('/account/email-verify/…');
});
