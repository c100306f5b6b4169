import { spawnSync } from 'node:child_process';
import { StartupError } from '#platform/startup/startup-error.ts';

/** The system user that runs PostgreSQL when the server itself runs as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const candidates = ['emporion', 'postgres', 'nobody'] as const;

/**
 * PostgreSQL refuses to run as root. An ordinary user runs it as themselves (no account); root lends it
 * the first of a few customary users that exists.
 *
 * @throws StartupError when root has no user to lend.
 */
export function chooseAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of candidates) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== undefined && gid !== undefined && uid !== 0) return { name, uid, gid };
  }
  throw new StartupError(
    `PostgreSQL cannot run as root and none of the users ${candidates.join(', ')} exists: create the system user "emporion", or set DATABASE_URL.`,
  );
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  const id = Number.parseInt(stdout ?? '', 10);
  return status === 0 && Number.isInteger(id) ? id : undefined;
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
