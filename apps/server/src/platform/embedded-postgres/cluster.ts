import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#platform/startup/startup-error.ts';
import { type Account, runAs } from './account.ts';
import type { Binaries } from './binaries.ts';

export const superuser = 'emporion';
const majorVersion = '18';

/** PostgreSQL gets a small environment of its own: nothing of ours, secrets least of all, belongs in its process. */
export const postgresEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '/usr/bin:/bin' };

/** Makes the cluster on the first start; on later ones checks that it is one we can run. Returns its password. */
export function ensureCluster(options: {
  cluster: string;
  passwordFile: string;
  account: Account | undefined;
  binaries: Binaries;
}): string {
  const { cluster, passwordFile } = options;
  if (!existsSync(cluster)) createCluster(options);
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== majorVersion) {
    throw new StartupError(
      `The database in ${cluster} was made by PostgreSQL ${version}, and this release brings ${majorVersion}: restore a dump into a new DATA_DIR.`,
    );
  }
  if (!existsSync(passwordFile)) {
    throw new StartupError(
      `The database's password file ${passwordFile} is missing: restore it, or set another DATA_DIR.`,
    );
  }
  return readFileSync(passwordFile, 'utf8').trim();
}

/** The cluster is made beside its final place and renamed last, so that an interrupted start leaves nothing half made. */
function createCluster({
  cluster,
  passwordFile,
  account,
  binaries,
}: Parameters<typeof ensureCluster>[0]): void {
  const draft = `${cluster}.draft`;
  const password = randomBytes(24).toString('base64url');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const initial = join(draft, 'password');
  writeFileSync(initial, password, { mode: 0o600 });
  // The file first: once the folder is the account's, what lies in it could be swapped.
  if (account) for (const path of [initial, draft]) chownSync(path, account.uid, account.gid);
  const data = join(draft, 'data');
  const made = spawnSync(
    binaries.initdb,
    [
      ...['-D', data, '-U', superuser, '--pwfile', initial, '--auth', 'scram-sha-256', '--encoding', 'UTF8'],
      ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
      // The password is random and as long as a key: there is nothing to stretch, at every connection of ours.
      ...['-c', 'scram_iterations=1'],
    ],
    { cwd: '/', env: postgresEnvironment, encoding: 'utf8', ...runAs(account) },
  );
  if (made.status !== 0) {
    throw new StartupError(
      `The database could not be created in ${cluster}: ${lastLine(made.stderr) || made.error?.message}`,
    );
  }
  writeFileSync(passwordFile, password, { mode: 0o600 });
  renameSync(data, cluster);
  rmSync(draft, { recursive: true, force: true });
}

function lastLine(text: string | null): string {
  return text?.trim().split('\n').at(-1) ?? '';
}
