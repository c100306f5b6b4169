// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPaintScheduler, createThrottle as createThrottleOn, paintIntervalMs } from './throttle.ts';

let scheduler = createPaintScheduler(paintIntervalMs);
const createThrottle = (paint: () => void, intervalMs = paintIntervalMs) =>
  createThrottleOn(paint, intervalMs, scheduler);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  scheduler = createPaintScheduler(paintIntervalMs);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Tells a throttle of a change so often, and answers with the moments at which it painted. */
function follow({ everyMs, forMs, intervalMs }: { everyMs: number; forMs: number; intervalMs?: number }) {
  const moments: number[] = [];
  const throttle = createThrottle(() => moments.push(performance.now()), intervalMs);
  const began = performance.now();
  const change = (): void => {
    throttle.changed();
    if (performance.now() - began < forMs) setTimeout(change, everyMs);
  };
  change();
  return moments;
}

it('paints the first change at once, and those of the next tenth of a second together', () => {
  const painted = follow({ everyMs: 10, forMs: 1_000 });
  vi.advanceTimersByTime(0);
  expect(painted).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(painted).toHaveLength(11);
});

it('paints at most ten times a second and always the last change, whenever that comes', () => {
  for (let lastAt = 0; lastAt <= 400; lastAt += 7) {
    scheduler = createPaintScheduler(paintIntervalMs);
    let [now, painted, paintings] = [0, 0, 0];
    const throttle = createThrottle(() => {
      painted = now;
      paintings += 1;
    });
    // Sixty a second, and one more that nothing follows.
    for (let at = 0; at < lastAt; at += 17) {
      now += 1;
      throttle.changed();
      vi.advanceTimersByTime(Math.min(17, lastAt - at));
    }
    now += 1;
    throttle.changed();
    expect(paintings).toBeLessThanOrEqual(1 + lastAt / paintIntervalMs);
    vi.advanceTimersByTime(paintIntervalMs);
    expect(painted, `the last change at ${lastAt} ms`).toBe(now);
  }
});

it('paints parts that began apart in the same moments', () => {
  const one = follow({ everyMs: 7, forMs: 1_000 });
  vi.advanceTimersByTime(63);
  const other = follow({ everyMs: 7, forMs: 1_000 });
  vi.advanceTimersByTime(800);
  expect(other.length).toBeGreaterThan(5);
  expect(one).toEqual(expect.arrayContaining(other));
});

it('paints a slow part less often, and only where a quick one is painted', () => {
  const quick = follow({ everyMs: 10, forMs: 3_000 });
  vi.advanceTimersByTime(30);
  const slow = follow({ everyMs: 10, forMs: 2_900, intervalMs: 250 });
  vi.advanceTimersByTime(2_500);
  expect(slow.length).toBeGreaterThanOrEqual(8);
  expect(slow.length).toBeLessThanOrEqual(13);
  expect(quick).toEqual(expect.arrayContaining(slow));
});

it('lets nobody wait behind a part that is due much later', () => {
  const slow = createThrottle(() => {}, 60_000);
  slow.changed();
  vi.advanceTimersByTime(0);
  slow.changed();
  const painted = follow({ everyMs: 10, forMs: 0 });
  vi.advanceTimersByTime(100);
  expect(painted).toHaveLength(1);
  slow.stop();
});

it('paints nothing after it was stopped', () => {
  const paint = vi.fn();
  const throttle = createThrottle(paint);
  throttle.changed();
  throttle.stop();
  vi.advanceTimersByTime(1_000);
  expect(paint).not.toHaveBeenCalled();
});

it('goes on with the others when one of them ends another', () => {
  const painted: string[] = [];
  const ended = createThrottle(() => painted.push('ended'));
  const last = createThrottle(() => painted.push('last'));
  const first = createThrottle(() => {
    painted.push('first');
    ended.stop();
  });
  for (const throttle of [first, ended, last]) throttle.changed();
  vi.advanceTimersByTime(1_000);
  expect(painted).toEqual(['first', 'last']);
});
