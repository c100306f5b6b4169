import type { Runtime } from '#platform/runtime.ts';

/** An exchange for tests that ask nothing of it; one that does fails. */
export function unusedRuntime(): Runtime {
  return {
    execute: () => unexpected('a command'),
    read: () => unexpected('a look at the exchange'),
    readAt: () => unexpected('a look at the exchange'),
    onCommitted: () => () => undefined,
    follow: () => unexpected('a follower'),
    position: { batch: 0, sequence: 0, event: 0, hash: '', acceptedAt: 0 },
    healthy: true,
    stop: async () => undefined,
  };
}

function unexpected(what: string): never {
  throw new Error(`This test did not expect ${what}.`);
}
