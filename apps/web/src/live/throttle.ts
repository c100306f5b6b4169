/** Live parts are painted at most so often; the eye sees no more, and every painting costs. */
export const paintIntervalMs = 100;

/** Rows that move and a whole chart cost more to draw than the book, and are read more slowly. */
export const slowPaintIntervalMs = 250;

interface PendingPaint {
  readonly dueAt: number;
  readonly paint: () => void;
}

/**
 * Paints at most once in `intervalMs`, and then everything that is due at about that time. Each frame costs the browser
 * about as much as what is painted in it, so live parts share frames.
 */
export function createPaintScheduler(intervalMs: number) {
  const pending = new Set<PendingPaint>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let paintedAt = Number.NEGATIVE_INFINITY;

  function plan(dueAt: number): void {
    const at = Math.max(dueAt, paintedAt + intervalMs);
    if (at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(paintDue, Math.max(0, at - performance.now()));
  }

  function paintDue(): void {
    timerAt = Number.POSITIVE_INFINITY;
    paintedAt = performance.now();
    const late = [...pending].filter(({ dueAt }) => dueAt > paintedAt + intervalMs / 2);
    const due = [...pending].filter((each) => !late.includes(each));
    for (const each of due) {
      // A painting may have stopped another one that was due.
      if (pending.delete(each)) each.paint();
    }
    for (const { dueAt } of pending) plan(dueAt);
  }

  return {
    add(paint: PendingPaint): void {
      pending.add(paint);
      plan(paint.dueAt);
    },
    remove(paint: PendingPaint): void {
      pending.delete(paint);
    },
  };
}

const sharedScheduler = createPaintScheduler(paintIntervalMs);

/**
 * A throttle: calls `paint` soon after something changed, and never much more often than the interval. Changes in between
 * share one painting. The first after a quiet while comes at once, or with what is painted next.
 */
export function createThrottle(
  paint: () => void,
  intervalMs: number = paintIntervalMs,
  scheduler: ReturnType<typeof createPaintScheduler> = sharedScheduler,
) {
  let own: PendingPaint | null = null;
  let paintedAt = Number.NEGATIVE_INFINITY;
  return {
    changed(): void {
      if (own !== null) return;
      const dueAt = Math.max(paintedAt + intervalMs, performance.now());
      own = {
        dueAt,
        paint() {
          own = null;
          paintedAt = performance.now();
          paint();
        },
      };
      scheduler.add(own);
    },
    stop(): void {
      if (own !== null) scheduler.remove(own);
      own = null;
    },
  };
}
