import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from './root.mjs';

/**
 * Keeps compiled code between starts, where Node can (22.1 or newer). It lies in the data folder, which belongs to
 * the user that starts the server: a shared folder such as /tmp would let others put code there. The first start,
 * which makes the data folder, goes without.
 *
 * @returns the folder of the cache; undefined where there is none.
 */
export function enableCompileCache({ env = process.env, enable = module.enableCompileCache } = {}) {
  const dataFolder = resolve(root, dataDirOf(env));
  if (!enable || !existsSync(dataFolder)) return undefined;
  // A cache that cannot be used is no failure, and says so in its result alone.
  return enable(join(dataFolder, 'compile-cache')).directory;
}

function dataDirOf({ DATA_DIR }) {
  if (DATA_DIR) return DATA_DIR;
  const file = join(root, '.env');
  return (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')).DATA_DIR : undefined) || '.data';
}
