import { createHmac, hkdfSync } from 'node:crypto';
import type { Config } from '#platform/config/schema.ts';

/** What a key is used for. One secret gives one key each, so that what one signs is worthless to another. */
export type KeyUse =
  | 'access-token'
  | 'refresh-token'
  | 'captcha'
  | 'counters'
  | 'registration'
  | 'totp'
  | 'codes'
  | 'device'
  | 'former-code-keys';

const keyBytes = 32;
const keys = new WeakMap<object, Map<KeyUse, Buffer>>();

/** Derived once per configuration: HKDF costs little, but a token is checked before every order. */
export function keyFor(config: Pick<Config, 'secret'>, use: KeyUse): Buffer {
  const known = keys.get(config) ?? new Map<KeyUse, Buffer>();
  keys.set(config, known);
  const found = known.get(use);
  if (found !== undefined) return found;
  const key = Buffer.from(hkdfSync('sha256', config.secret, 'emporion', `identity:${use}`, keyBytes));
  known.set(use, key);
  return key;
}

/** Hashes what may be guessed, such as an address: without the secret nobody can try guesses against it. */
export function keyedHash(config: Pick<Config, 'secret'>, use: KeyUse, text: string): Buffer {
  return createHmac('sha256', keyFor(config, use)).update(text).digest();
}
