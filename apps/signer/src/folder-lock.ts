import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#startup-error.ts';

/**
 * Takes the folder for this process; returns the function that gives it back. The lock of a process that was killed is taken over. Should two get past it
 * all the same, the count finds out before a signature leaves.
 *
 * @throws StartupError when a live signer has the folder.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'signer.lock');
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, markOf(process.pid) ?? '', { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (claim(draft, path)) return () => rmSync(path, { force: true });
      const holder = holderOf(path);
      if (holder !== undefined)
        throw new StartupError(`The signer of ${folder} runs already, as process ${holder}.`);
      const stale = `${draft}.stale`;
      renameSync(path, stale);
      rmSync(stale, { force: true });
    }
    throw new StartupError(`The folder ${folder} could not be locked: another signer is starting there.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A hard link appears with its whole content or not at all. */
function claim(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The live process that wrote the lock. */
function holderOf(path: string): number | undefined {
  let mark: string;
  try {
    mark = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const pid = Number.parseInt(mark, 10);
  return Number.isInteger(pid) && markOf(pid) === mark ? pid : undefined;
}

/** Names a process for good: numbers come again, so its start goes with it where the system tells it. Undefined when there is no such process. */
function markOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    if (fields?.[0] === 'Z') return undefined;
    return `${pid} ${fields?.[19]}`;
  } catch {
    return `${pid}`;
  }
}
