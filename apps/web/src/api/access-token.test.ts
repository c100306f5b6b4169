// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { needsRefresh, readExpiryMs } from './access-token.ts';

function tokenWith(claims: unknown): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `eyJhbGciOiJIUzI1NiJ9.${payload}.signature`;
}

it('reads the expiry of a token, url-safe letters included', () => {
  expect(readExpiryMs(tokenWith({ exp: 1_700_000_000, name: '¿ÿ?>~' }))).toBe(1_700_000_000_000);
});

it.each(['', 'nonsense', 'a.b.c', tokenWith({}), tokenWith({ exp: 'soon' }), tokenWith(null), 'a.!!!.c'])(
  'gives no expiry for %j',
  (token) => {
    expect(readExpiryMs(token)).toBeNull();
  },
);

describe('needsRefresh', () => {
  const exp = 1_700_000_000;
  it.each([
    [4_000, false],
    [3_001, false],
    [3_000, true],
    [0, true],
    [-60_000, true],
  ])('with %i ms left answers %s', (leftMs, expected) => {
    expect(needsRefresh(tokenWith({ exp }), exp * 1_000 - leftMs)).toBe(expected);
  });

  it('is true for a token that cannot be read', () => {
    expect(needsRefresh('not-a-token', 0)).toBe(true);
  });
});
