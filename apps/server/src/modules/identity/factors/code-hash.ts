import type { Config } from '#platform/config/schema.ts';
import { keyedHash } from '../keys.ts';

/**
 * A code has so few digits that a plain hash of it could be tried out by whoever reads the database. This one needs
 * the server's secret, and it holds for one account and purpose only.
 */
export function codeHash(
  config: Pick<Config, 'secret'>,
  { userId, purpose, code }: { userId: string; purpose: string; code: string },
): Buffer {
  return keyedHash(config, 'codes', `${userId}\n${purpose}\n${code}`);
}
