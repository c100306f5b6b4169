import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../steps/root.mjs';

const gigabyte = 1_000_000_000;
/** Many times what the databases of a run hold at once. */
const roomMin = 4 * gigabyte;
const memoryMin = 8 * gigabyte;

/**
 * A folder in memory for what tests write, or undefined where there is no room for it. On a disk the databases of a run wait for each other at every
 * commit, some of them for a minute; what outlives a killed process is the same in both, and no test turns the machine off. The folder is this clone's:
 * what a run that was interrupted left in it is removed by the next.
 */
export function makeScratchFolder({ memory = '/dev/shm', available = process.availableMemory() } = {}) {
  if (available < memoryMin || roomIn(memory) < roomMin) return undefined;
  const clone = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const folder = join(memory, `emporion-test-${clone}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  // Whoever runs as root lends the database another user, who must pass.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function roomIn(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
