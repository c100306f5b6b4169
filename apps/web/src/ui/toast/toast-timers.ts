interface Clock {
  remainingMs: number;
  startedAt: number;
  handle: ReturnType<typeof setTimeout> | undefined;
  isHeld: boolean;
}

export interface ToastTimers {
  start(id: number, durationMs: number): void;
  forget(id: number): void;
  /** Stops one clock until its release. */
  hold(id: number): void;
  release(id: number): void;
  pause(): void;
  resume(): void;
}

/** One clock per toast. `pause` stops all of them: the toast under the pointer must not be replaced by the one beneath. */
export function createToastTimers(expire: (id: number) => void): ToastTimers {
  const clocks = new Map<number, Clock>();
  let paused = false;

  function run(id: number, clock: Clock): void {
    clock.startedAt = Date.now();
    clock.handle = setTimeout(() => expire(id), clock.remainingMs);
  }

  function stop(clock: Clock): void {
    clearTimeout(clock.handle);
    clock.remainingMs = Math.max(0, clock.remainingMs - (Date.now() - clock.startedAt));
  }

  return {
    start(id, durationMs) {
      const clock: Clock = {
        remainingMs: durationMs,
        startedAt: Date.now(),
        handle: undefined,
        isHeld: false,
      };
      clocks.set(id, clock);
      if (!paused) run(id, clock);
    },
    forget(id) {
      clearTimeout(clocks.get(id)?.handle);
      clocks.delete(id);
      // The pointer cannot leave a stack that is no longer there, so an empty stack is never paused.
      if (clocks.size === 0) paused = false;
    },
    hold(id) {
      const clock = clocks.get(id);
      if (clock === undefined || clock.isHeld) return;
      clock.isHeld = true;
      if (!paused) stop(clock);
    },
    release(id) {
      const clock = clocks.get(id);
      if (clock === undefined || !clock.isHeld) return;
      clock.isHeld = false;
      if (!paused) run(id, clock);
    },
    pause() {
      if (paused) return;
      paused = true;
      for (const clock of clocks.values()) if (!clock.isHeld) stop(clock);
    },
    resume() {
      if (!paused) return;
      paused = false;
      for (const [id, clock] of clocks) if (!clock.isHeld) run(id, clock);
    },
  };
}
