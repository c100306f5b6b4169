import type { Projections } from '#platform/projections.ts';

/** Projections for tests that have none: nobody ever waits for them. */
export function unusedProjections(): Projections {
  return {
    batchOf: () => 0,
    caughtUp: async () => false,
    stop: async () => undefined,
  };
}
