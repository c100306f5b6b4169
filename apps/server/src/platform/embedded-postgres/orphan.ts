import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { commandLineOf, isAlive } from '#platform/startup/process-identity.ts';
import { StartupError } from '#platform/startup/startup-error.ts';

/**
 * Ends a PostgreSQL that outlived its server (which was killed), and makes the mark of one that did not harmless. Call this only
 * while holding the data folder's lock: then whoever runs on the cluster has no master any more.
 */
export async function endOrphan(cluster: string): Promise<void> {
  const markFile = join(cluster, 'postmaster.pid');
  if (!existsSync(markFile)) return;
  const pid = readPid(markFile);
  // A machine that went down while the mark was being written leaves an empty one, which PostgreSQL would have removed by hand.
  if (pid === undefined) return rmSync(markFile);
  // The number may belong to some other program by now, or to a killed one that its parent has not asked after:
  // PostgreSQL itself would take both for a live server.
  if (!isAlive(pid) || !commandLineOf(pid).includes(`/postgres -D ${cluster} -`)) return disown(markFile);
  // Fast shutdown first; at once, with recovery at the next start, when that does not help.
  for (const { signal, patienceMs } of [
    { signal: 'SIGINT', patienceMs: 15_000 },
    { signal: 'SIGQUIT', patienceMs: 5_000 },
  ] as const) {
    process.kill(pid, signal);
    if (await ended(pid, patienceMs)) return;
  }
  throw new StartupError(
    `A PostgreSQL left over from an earlier run (process ${pid}) does not stop: end it and start again.`,
  );
}

/**
 * Puts our own number in the mark: PostgreSQL never takes its parent for a live server. What else the mark says must stay,
 * because by that it finds sessions of the killed one that are still at work on the files.
 */
function disown(markFile: string): void {
  const [, ...rest] = readFileSync(markFile, 'utf8').split('\n');
  const { uid, gid } = statSync(markFile);
  const draft = `${markFile}.draft`;
  writeFileSync(draft, [process.pid, ...rest].join('\n'), { mode: 0o600 });
  chownSync(draft, uid, gid);
  renameSync(draft, markFile);
}

function readPid(markFile: string): number | undefined {
  const pid = Number.parseInt(readFileSync(markFile, 'utf8'), 10);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

async function ended(pid: number, patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (!isAlive(pid)) return true;
    await wait(20);
  }
  return false;
}
