import type { Platform } from '#platform/platform.ts';

/**
 * Waits, for a bounded time, until the history has everything that was answered before now: so whoever reads it after their own write
 * finds that in it.
 */
export async function seen({ projections, runtime }: Platform): Promise<void> {
  await projections.caughtUp(runtime.position.batch);
}
