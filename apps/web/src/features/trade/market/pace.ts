/** Live parts are painted at most so often; the eye sees no more, and every painting costs. */
export const paintIntervalMs = 100;

/** Rows that move and a whole chart cost more to draw than the book, and are read more slowly. */
export const slowPaintIntervalMs = 250;

/**
 * Calls `paint` soon after something changed, and never more often than the interval: changes in between share one
 * painting. The first after a quiet while comes at once.
 */
export function createPace(paint: () => void, intervalMs: number = paintIntervalMs) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let paintedAt = Number.NEGATIVE_INFINITY;
  return {
    changed(): void {
      if (timer !== undefined) return;
      const waitMs = Math.max(0, paintedAt + intervalMs - performance.now());
      timer = setTimeout(() => {
        timer = undefined;
        paintedAt = performance.now();
        paint();
      }, waitMs);
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
