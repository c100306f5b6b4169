import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSnapshotter } from './snapshotter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A snapshotter of which every snapshot takes so many seconds, and how many it has begun. */
function open(seconds: number) {
  let now = 0;
  const begun: number[] = [];
  const snapshotter = createSnapshotter({
    url: '',
    log: pino({ level: 'silent' }),
    everyEvents: 100,
    covered: 0,
    onMade: () => undefined,
    make: () => {
      begun.push(now);
      const made = Promise.resolve({ batch: 1, event: now, stateHash: '', seconds });
      return { made, cancel: async () => undefined };
    },
  });
  const advance = async (event: number) => {
    now = event;
    snapshotter.advance(event);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { begun, advance };
}

it('makes one whenever enough has happened', async () => {
  const { begun, advance } = open(0);
  for (const event of [99, 100, 150, 199, 200, 301]) await advance(event);
  expect(begun).toEqual([100, 200, 301]);
});

it('rests twenty times as long as the last one took', async () => {
  const { begun, advance } = open(3);
  await advance(100);
  vi.advanceTimersByTime(59_000);
  await advance(5_000);
  vi.advanceTimersByTime(1_000);
  await advance(5_001);
  expect(begun).toEqual([100, 5_001]);
});

it('rests two minutes at most', async () => {
  const { begun, advance } = open(60);
  await advance(100);
  vi.advanceTimersByTime(120_000);
  await advance(200);
  expect(begun).toEqual([100, 200]);
});
