interface Clock {
  remainingMs: number;
  startedAt: number;
  handle: ReturnType<typeof setTimeout> | undefined;
}

export interface ToastTimers {
  start(id: number, durationMs: number): void;
  forget(id: number): void;
  pause(): void;
  resume(): void;
}

/** One clock per toast. All of them stop together, because the stack would otherwise slide under the pointer. */
export function createToastTimers(expire: (id: number) => void): ToastTimers {
  const clocks = new Map<number, Clock>();
  let paused = false;

  function run(id: number, clock: Clock): void {
    clock.startedAt = Date.now();
    clock.handle = setTimeout(() => expire(id), clock.remainingMs);
  }

  return {
    start(id, durationMs) {
      const clock: Clock = { remainingMs: durationMs, startedAt: Date.now(), handle: undefined };
      clocks.set(id, clock);
      if (!paused) run(id, clock);
    },
    forget(id) {
      clearTimeout(clocks.get(id)?.handle);
      clocks.delete(id);
      // The pointer cannot leave a stack that is no longer there, so an empty stack is never paused.
      if (clocks.size === 0) paused = false;
    },
    pause() {
      if (paused) return;
      paused = true;
      for (const clock of clocks.values()) {
        clearTimeout(clock.handle);
        clock.remainingMs = Math.max(0, clock.remainingMs - (Date.now() - clock.startedAt));
      }
    },
    resume() {
      if (!paused) return;
      paused = false;
      for (const [id, clock] of clocks) run(id, clock);
    },
  };
}
