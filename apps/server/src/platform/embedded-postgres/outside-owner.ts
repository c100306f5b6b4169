import { existsSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '#platform/startup/startup-error.ts';

/**
 * A cluster outside of its data folder belongs to that folder alone. A folder that was moved takes its cluster along; a copy has only
 * another link to the same one, and would end the server that runs on it.
 *
 * @throws StartupError when the folder is a copy.
 */
export function ownOutside(folder: string, cluster: string): void {
  const dataFolder = realpathSync(folder);
  const ownerFile = join(dirname(cluster), 'owner');
  const owner = existsSync(ownerFile) ? readFileSync(ownerFile, 'utf8').trim() : dataFolder;
  if (owner !== dataFolder && linksTo(join(owner, 'postgres'), cluster))
    throw new StartupError(
      `The data folder ${dataFolder} is a copy of ${owner}, but the database is not in it: both lead to ${cluster}. Copy ${dirname(cluster)} as well, beside it, and let ${join(dataFolder, 'postgres')} lead there; or set DATA_DIR to another folder.`,
    );
  writeFileSync(ownerFile, `${dataFolder}\n`);
}

function linksTo(path: string, target: string): boolean {
  try {
    return readlinkSync(path) === target;
  } catch {
    return false;
  }
}
