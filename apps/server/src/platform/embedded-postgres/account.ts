import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartupError } from '#platform/startup/startup-error.ts';

/** The system user that runs PostgreSQL when the server itself runs as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const candidates = ['emporion', 'postgres', 'nobody'] as const;

/**
 * Chooses the user that runs PostgreSQL, which refuses to run as root. An ordinary user runs it as themselves
 * (no account). Root lends it the owner of an existing cluster, because only the owner can read one; for a new
 * cluster, the first candidate that exists.
 *
 * @throws StartupError when no user can run it, or when the cluster belongs to another user than ours.
 */
export function chooseAccount(cluster?: string): Account | undefined {
  const owner = cluster === undefined ? undefined : ownerOf(cluster);
  const own = process.getuid?.();
  if (own !== 0) {
    if (owner !== undefined && owner !== own) throw new StartupError(foreign({ cluster, owner, own }));
    return undefined;
  }
  if (owner !== undefined) return accountOf(owner, String(cluster));
  for (const name of candidates) {
    const account = findAccount(name);
    if (account !== undefined && account.uid !== 0) return account;
  }
  throw new StartupError(
    `PostgreSQL cannot run as root and none of the users ${candidates.join(', ')} exists: create the system user "emporion", or set DATABASE_URL.`,
  );
}

/** A cluster that cannot be looked at counts as missing: what follows says what is the matter with the folder. */
function ownerOf(cluster: string): number | undefined {
  try {
    return statSync(cluster).uid;
  } catch {
    return undefined;
  }
}

function accountOf(owner: number, cluster: string): Account {
  const wayOut = `Give it to a system user and start again: useradd --system emporion (unless that user exists), then chown -R emporion: ${cluster}`;
  if (owner === 0)
    throw new StartupError(
      `The database in ${cluster} belongs to root, and PostgreSQL cannot run as root. ${wayOut}`,
    );
  const name = nameOf(owner);
  const account = name === undefined ? undefined : findAccount(name);
  if (account === undefined)
    throw new StartupError(
      `The database in ${cluster} belongs to the user id ${owner}, which this machine has no user for. ${wayOut}`,
    );
  return account;
}

function foreign({
  cluster,
  owner,
  own,
}: {
  cluster?: string | undefined;
  owner: number;
  own?: number | undefined;
}): string {
  const [theirs, ours] = [owner, own ?? -1].map((uid) => nameOf(uid) ?? `the user id ${uid}`);
  return `The database in ${cluster} belongs to ${theirs}, and this start runs as ${ours}, which cannot read it: start as ${theirs}, or stop everything that uses the folder and give it to ${ours} as root with: chown -R ${own} ${cluster}`;
}

function findAccount(name: string): Account | undefined {
  const [uid, gid] = [id('-u', name), id('-g', name)].map((text) => Number.parseInt(text ?? '', 10));
  return Number.isInteger(uid) && Number.isInteger(gid)
    ? { name, uid: Number(uid), gid: Number(gid) }
    : undefined;
}

const nameOf = (uid: number): string | undefined => id('-un', String(uid));

function id(flag: '-u' | '-g' | '-un', user: string): string | undefined {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The spawn options under which a child runs as the account, or as ourselves. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** Whether the account can enter a folder. Asking the system beats reading modes: parents and ACLs count too. */
export function canEnter(folder: string, account: Account | undefined): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { cwd: '/', ...runAs(account) });
  return probe.status === 0;
}
