import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, startMarkOf } from './process-identity.ts';
import { StartupError } from './startup-error.ts';

interface Holder {
  readonly pid: number;
  readonly startMark: string;
}

/**
 * Takes the data folder for this process; returns the function that gives it back. A lock whose holder was
 * killed is taken over, so that a crash never needs a person's hand.
 *
 * @throws StartupError when a live process holds the folder.
 */
export function lockDataFolder(folder: string): () => void {
  const path = join(folder, 'emporion.lock');
  const mine: Holder = { pid: process.pid, startMark: startMarkOf(process.pid) };
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (claim({ draft, path })) return () => release(path, mine);
      const holder = readHolder(path);
      if (holder && isRunning(holder)) {
        throw new StartupError(
          `The data folder ${folder} is in use by process ${holder.pid}: stop that copy, or set DATA_DIR to another folder.`,
        );
      }
      putAside(path, holder);
    }
    throw new StartupError(`The data folder ${folder} could not be locked: another copy is starting there.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A hard link either appears whole or not at all, so two starters cannot both win. */
function claim({ draft, path }: { draft: string; path: string }): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock, and only that: another starter may have put a live one there since we looked. */
function putAside(path: string, stale: Holder | undefined): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved?.startMark !== stale?.startMark) claim({ draft: aside, path });
  rmSync(aside, { force: true });
}

function readHolder(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const { pid, startMark } = value as Partial<Holder>;
    return typeof pid === 'number' && typeof startMark === 'string' ? { pid, startMark } : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(holder: Holder): boolean {
  return isAlive(holder.pid) && startMarkOf(holder.pid) === holder.startMark;
}

function release(path: string, mine: Holder): void {
  if (readHolder(path)?.pid === mine.pid) rmSync(path, { force: true });
}
