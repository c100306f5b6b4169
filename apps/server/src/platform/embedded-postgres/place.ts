import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartupError } from '#platform/startup/startup-error.ts';
import { type Account, canEnter } from './account.ts';
import { ownOutside } from './outside-owner.ts';

/** Where the embedded PostgreSQL keeps its things. */
export interface Place {
  /** The folder that holds the cluster; its parent of the same file system takes drafts. */
  readonly cluster: string;
  /** A folder the account can enter, for a copy of the programs; one serves all data folders of a machine. */
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
  if (linked) {
    ownOutside(dataFolder, trusted(linked));
    return { cluster: linked, shelter: outsideFolder };
  }
  if (!canEnter(dataFolder, account)) letPass(dataFolder);
  if (canEnter(dataFolder, account)) return { cluster, shelter: account ? outsideFolder : dataFolder };
  if (existsSync(cluster)) {
    throw new StartupError(
      `The database in ${cluster} cannot be reached by the user "${account?.name}" that runs it: move the data folder, or set DATA_DIR.`,
    );
  }
  const outside = join(outsideFolder, randomUUID(), 'postgres');
  mkdirSync(dirname(outside), { recursive: true });
  // Whatever root's umask is, the account must be able to pass.
  for (const folder of [outsideFolder, dirname(outside)]) letPass(folder);
  symlinkSync(outside, cluster);
  ownOutside(dataFolder, outside);
  return { cluster: outside, shelter: outsideFolder };
}

/** The account needs to pass through a folder, not to read it. Other rights stay as they are. */
function letPass(folder: string): void {
  chmodSync(folder, (statSync(folder).mode & 0o7777) | 0o011);
}

/** We only make links to the one place outside; any other would be somebody else's. */
function trusted(target: string): string {
  if (target === resolve(target) && target.startsWith(`${outsideFolder}/`)) return target;
  throw new StartupError(
    `The data folder links its database to ${target}, which is not a place of ours: remove the link.`,
  );
}

function linkTarget(path: string): string | undefined {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry?.isSymbolicLink() ? readlinkSync(path) : undefined;
}
