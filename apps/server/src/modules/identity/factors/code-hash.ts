import { createHmac } from 'node:crypto';
import type { Secret } from '#platform/secret/secret-seal.ts';
import { keyFor } from '../keys.ts';

/** The keys of former secrets, oldest first, by configuration. */
const formerKeys = new WeakMap<object, readonly Buffer[]>();

export function useFormerCodeKeys(config: Secret, keys: readonly Buffer[]): void {
  formerKeys.set(config, keys);
}

/**
 * A code has so few digits that a plain hash of it could be tried out by whoever reads the database. This one needs
 * the server's secret, and it holds for one account and purpose only. When the secret changed, the hashes of backup codes were hashed again with the
 * new key: so a code is hashed with each key in turn.
 */
export function codeHash(
  config: Secret,
  { userId, purpose, code }: { userId: string; purpose: string; code: string },
): Buffer {
  const keys = [...(formerKeys.get(config) ?? []), keyFor(config, 'codes')];
  return keys.reduce(hashAgain, Buffer.from(`${userId}\n${purpose}\n${code}`));
}

export function hashAgain(hashed: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(hashed).digest();
}
