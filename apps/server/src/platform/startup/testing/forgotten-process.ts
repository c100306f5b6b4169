import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { commandLineOf } from '../process-identity.ts';

/** A process whose parent never asks after it, so that it stays in the system's list when it has ended. End the parent, and it is gone. */
export async function spawnForgotten(
  options: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> = {},
): Promise<{ pid: number; parent: ChildProcess }> {
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { ...options, stdio: 'pipe' });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  // As long as it is a shell it may ask.
  await expect.poll(() => commandLineOf(parent.pid ?? 0)).toBe('sleep 60');
  return { pid: Number(String(line)), parent };
}
