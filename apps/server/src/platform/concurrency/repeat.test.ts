import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const silent = pino({ level: 'silent' });
const working = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));

/** How often work of this length begins within a second, at ten times a second. */
async function timesInASecond(workMs: number): Promise<number> {
  let times = 0;
  const stop = repeat(
    100,
    () => {
      times += 1;
      return working(workMs);
    },
    silent,
  );
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  return times;
}

it('keeps its pace while the work takes up to half of the interval, and rests as long as longer work took', async () => {
  expect(await timesInASecond(0)).toBe(10);
  expect(await timesInASecond(40)).toBe(10);
  expect(await timesInASecond(80)).toBe(6);
  expect(await timesInASecond(300)).toBe(3);
});

it('goes on after work that failed, and ends when it is stopped', async () => {
  const work = vi.fn(() => {
    throw new Error('late');
  });
  const stop = repeat(100, work, silent);
  await vi.advanceTimersByTimeAsync(250);
  expect(work).toHaveBeenCalledTimes(2);
  stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(2);
});
