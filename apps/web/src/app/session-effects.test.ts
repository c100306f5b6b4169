import { expect, it } from 'vitest';
import { afterSessionLost } from './session-effects.ts';

it.each([
  ['/account/wallet', '?hide=1', '/login?redirectFrom=%2Fwallet%3Fhide%3D1'],
  ['/account/settings', '', '/login?redirectFrom=%2Fsettings'],
  ['/', '', null],
  ['/account/', '', null],
  ['/account/trade/BTC-USDT', '', null],
  ['/account/fees', '', null],
])('sends a visitor at %s%s whose session ended to %s', (pathname, search, expected) => {
  expect(afterSessionLost({ pathname, search })).toBe(expected);
});
