import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '#language/i18n.ts';
import { resetToasts, toastsNow } from '#ui/toast/toast-store.ts';
import { afterSessionLost, tellSessionEnd } from './session-effects.ts';

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
});
afterEach(() => {
  resetToasts();
  window.sessionStorage.clear();
});

it.each([
  ['/account/wallet', '?hide=1', '/login?redirectFrom=%2Fwallet%3Fhide%3D1'],
  ['/account/settings', '', '/login?redirectFrom=%2Fsettings%23security', '#security'],
  ['/', '', null],
  ['/account/', '', null],
  ['/account/trade/BTC-USDT', '', null],
  ['/account/fees', '', null],
])('sends a visitor at %s%s whose session ended to %s', (pathname, search, expected, hash = '') => {
  expect(afterSessionLost({ pathname, search, hash })).toBe(expected);
});

it.each([
  [
    'session_concurrent',
    'You were logged out here because you logged in somewhere else. Log in again to continue.',
  ],
  ['session_expired', 'Your session has expired. Log in again.'],
  ['invalid_token', 'Your session isn’t valid. Log in again.'],
  [null, 'Your session isn’t valid. Log in again.'],
])('tells somebody who may stay why the session ended: %s', async (code, sentence) => {
  await tellSessionEnd(code, { stays: true });
  expect(toastsNow()).toMatchObject([{ type: 'warning', title: sentence }]);
});

it('keeps the reason for the login page otherwise', async () => {
  await tellSessionEnd('session_concurrent', { stays: false });
  expect(toastsNow()).toEqual([]);
  expect(window.sessionStorage.getItem('session_end')).toContain('You were logged out here');
});
