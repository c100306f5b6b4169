import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '#platform/startup/startup-error.ts';
import { type Account, canEnter } from './account.ts';

/** Where the embedded PostgreSQL keeps its things. */
export interface Place {
  /** The folder that holds the cluster; its parent of the same file system takes drafts. */
  readonly cluster: string;
  /** A folder the account can enter, for copies of the programs. */
  readonly shelter: string;
}

/** Where data goes that root's helper cannot reach inside the clone: the customary place for a service's state. */
const outsideFolder = '/var/lib/emporion';

/**
 * Decides where the cluster lives: in the data folder, or, when the account that runs the database cannot enter that
 * (a clone below `/root`), outside, with a link in the data folder that points there.
 */
export function findPlace(options: { dataFolder: string; account: Account | undefined }): Place {
  const { dataFolder, account } = options;
  const cluster = join(dataFolder, 'postgres');
  const linked = linkTarget(cluster);
  if (linked) return { cluster: linked, shelter: outsideFolder };
  // The account needs to pass through the folder, not to read it.
  if (account) chmodSync(dataFolder, 0o711);
  if (canEnter(dataFolder, account)) return { cluster, shelter: dataFolder };
  if (existsSync(cluster)) {
    throw new StartupError(
      `The database in ${cluster} cannot be reached by the user "${account?.name}" that runs it: move the data folder, or set DATA_DIR.`,
    );
  }
  const outside = join(outsideFolder, randomUUID(), 'postgres');
  mkdirSync(dirname(outside), { recursive: true });
  // Whatever root's umask is, the account must be able to pass.
  for (const folder of [outsideFolder, dirname(outside)]) chmodSync(folder, 0o711);
  symlinkSync(outside, cluster);
  return { cluster: outside, shelter: outsideFolder };
}

function linkTarget(path: string): string | undefined {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry?.isSymbolicLink() ? readlinkSync(path) : undefined;
}
