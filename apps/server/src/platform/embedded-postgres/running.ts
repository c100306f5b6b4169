import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '#platform/startup/process-identity.ts';
import { superuser } from './cluster.ts';

/**
 * The address of the embedded PostgreSQL that another process runs on the data folder, password included: never log it. Undefined when none
 * runs, or when it is just starting.
 */
export function findRunningPostgres(dataFolder: string): string | undefined {
  try {
    const [pid = '', , , port = ''] = readFileSync(
      join(dataFolder, 'postgres', 'postmaster.pid'),
      'utf8',
    ).split('\n');
    const password = readFileSync(join(dataFolder, 'database-password'), 'utf8').trim();
    if (!isAlive(Number(pid)) || !/^\d+$/.test(port)) return undefined;
    return `postgres://${superuser}:${password}@127.0.0.1:${port}/emporion`;
  } catch {
    return undefined;
  }
}
