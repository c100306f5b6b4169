import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

/** The followers that write what is read, by name. Others may be behind meanwhile. */
type History = string | readonly string[];

/**
 * Waits, for a bounded time, until the history has everything that was answered before now: so whoever reads it after their own write
 * finds that in it. False when it is still behind: what is not in it then may yet come.
 */
export function seen({ projections, runtime }: Platform, history: History): Promise<boolean> {
  return projections.caughtUp(history, runtime.position.batch);
}

/** In the busiest moments the history is half a second behind. */
const listPatienceMs = 3_000;

/**
 * The same for a list, in which nobody sees what is missing; so it is waited for longer.
 *
 * @throws Problem service_unavailable while the history is behind.
 */
export async function requireSeen({ projections, runtime }: Platform, history: History): Promise<void> {
  if (!(await projections.caughtUp(history, runtime.position.batch, listPatienceMs)))
    throw behind('service_unavailable');
}

/**
 * Reads one thing of the history that is known to be, or may be, in the journal.
 *
 * @throws Problem when it is not there while the history is behind: whoever hears that it does not exist might do it again. After a command
 * it is gateway_timeout, because something has happened.
 */
export async function readSeen<Value>(
  platform: Platform,
  history: History,
  read: () => Promise<Value | undefined>,
  code: 'service_unavailable' | 'gateway_timeout' = 'service_unavailable',
): Promise<Value | undefined> {
  const isWhole = await seen(platform, history);
  const value = await read();
  if (value === undefined && !isWhole) throw behind(code);
  return value;
}

function behind(code: 'service_unavailable' | 'gateway_timeout'): Problem {
  return new Problem(code, { retryAfterSeconds: 1 });
}
