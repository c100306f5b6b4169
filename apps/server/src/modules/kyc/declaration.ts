import { createHash } from 'node:crypto';
import type { ApplicationRow } from './application.ts';

/** A fingerprint of what somebody declares, and for which level: a result counts for exactly that. */
export function declarationOf({ level, person }: Pick<ApplicationRow, 'level' | 'person'>): string {
  const { first_name, last_name, birthday, country, address, city, postal_code } = person ?? {};
  const said = [level, first_name, last_name, birthday, country, address, city, postal_code];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}
