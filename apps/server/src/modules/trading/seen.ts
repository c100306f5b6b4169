import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Waits, for a bounded time, until the history has everything that was answered before now: so whoever reads it after their own write
 * finds that in it. False when it is still behind: what is not in it then may yet come.
 */
export function seen({ projections, runtime }: Platform): Promise<boolean> {
  return projections.caughtUp(runtime.position.batch);
}

/**
 * Reads one thing of the history that is known to be, or may be, in the journal.
 *
 * @throws Problem service_unavailable when it is not there while the history is behind: whoever hears that it does not exist might do it again.
 */
export async function readSeen<Value>(
  platform: Platform,
  read: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const isWhole = await seen(platform);
  const value = await read();
  if (value === undefined && !isWhole) throw new Problem('service_unavailable', { retryAfterSeconds: 1 });
  return value;
}
