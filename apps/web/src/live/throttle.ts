/** Live parts are painted at most so often; the eye sees no more, and every painting costs. */
export const paintIntervalMs = 100;

/** Rows that move and a whole chart cost more to draw than the book, and are read more slowly. */
export const slowPaintIntervalMs = 250;

interface Wish {
  readonly dueAt: number;
  readonly paint: () => void;
}

/**
 * One beat for everything that is live. Each frame costs the browser about as much as what is painted in it, so parts that
 * are due at about the same time wait for one another and share a frame.
 */
export function createBeat(beatMs: number) {
  const wishes = new Set<Wish>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let beatAt = Number.NEGATIVE_INFINITY;

  function plan(dueAt: number): void {
    const at = Math.max(dueAt, beatAt + beatMs);
    if (at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(beat, Math.max(0, at - performance.now()));
  }

  function beat(): void {
    timerAt = Number.POSITIVE_INFINITY;
    beatAt = performance.now();
    const late = [...wishes].filter(({ dueAt }) => dueAt > beatAt + beatMs / 2);
    const due = [...wishes].filter((wish) => !late.includes(wish));
    for (const wish of due) {
      // One that was painted before it may have ended it.
      if (wishes.delete(wish)) wish.paint();
    }
    for (const { dueAt } of wishes) plan(dueAt);
  }

  return {
    add(wish: Wish): void {
      wishes.add(wish);
      plan(wish.dueAt);
    },
    remove(wish: Wish): void {
      wishes.delete(wish);
    },
  };
}

const sharedBeat = createBeat(paintIntervalMs);

/**
 * Calls `paint` soon after something changed, and never much more often than the interval: changes in between share one
 * painting. The first after a quiet while comes at once, or with what is painted next.
 */
export function createPace(
  paint: () => void,
  intervalMs: number = paintIntervalMs,
  beat: ReturnType<typeof createBeat> = sharedBeat,
) {
  let wish: Wish | null = null;
  let paintedAt = Number.NEGATIVE_INFINITY;
  return {
    changed(): void {
      if (wish !== null) return;
      const dueAt = Math.max(paintedAt + intervalMs, performance.now());
      wish = {
        dueAt,
        paint() {
          wish = null;
          paintedAt = performance.now();
          paint();
        },
      };
      beat.add(wish);
    },
    stop(): void {
      if (wish !== null) beat.remove(wish);
      wish = null;
    },
  };
}
