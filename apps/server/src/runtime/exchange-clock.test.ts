import { expect, it } from 'vitest';
import { ExchangeClock } from './exchange-clock.ts';

const year = 365 * 86_400_000;
const begin = Date.parse('2026-02-03T04:05:06.000Z');

/** A clock whose wall the test sets; the monotonic clock goes on by itself. */
function open({ notBefore = 0, wall = begin } = {}) {
  const doubts: number[] = [];
  let monotonic = 1_000;
  let wallNow = wall;
  const clock = new ExchangeClock({
    wallMs: () => wallNow,
    monotonicMs: () => monotonic,
    notBefore,
    onDoubt: (offMs) => doubts.push(offMs),
  });
  return {
    clock,
    doubts,
    /** Time passes, on both clocks. */
    pass: (ms: number) => {
      monotonic += ms;
      wallNow += ms;
    },
    /** Somebody sets the wall clock. */
    set: (byMs: number) => {
      wallNow += byMs;
    },
  };
}

it('goes with the wall clock, in whole milliseconds', () => {
  const { clock, pass } = open({ wall: begin + 0.7 });
  expect(clock.now()).toBe(begin);
  pass(1_500);
  expect(clock.now()).toBe(begin + 1_500);
});

it('is not carried off by one wrong reading, ahead or behind', () => {
  for (const wrong of [year, -year]) {
    const { clock, doubts, pass, set } = open();
    clock.now();
    pass(100);
    set(wrong);
    expect(clock.now()).toBe(begin + 100);
    set(-wrong);
    pass(100);
    expect(clock.now()).toBe(begin + 200);
    expect(doubts).toEqual([wrong]);
  }
});

it('is not carried off by wrong readings that contradict one another, however long they last', () => {
  const { clock, doubts, pass, set } = open();
  clock.now();
  for (let second = 1; second <= 600; second += 1) {
    pass(1_000);
    set(year);
    expect(clock.now()).toBe(begin + second * 1_000);
  }
  expect(doubts).toHaveLength(1);
});

it('believes the first reading: a server that was off for days starts with the real time', () => {
  const { clock, doubts } = open({ notBefore: begin - 30 * 86_400_000 });
  expect(clock.now()).toBe(begin);
  expect(doubts).toEqual([]);
});

it('follows a clock that was really set, a minute later', () => {
  const { clock, pass, set } = open();
  clock.now();
  set(3_600_000);
  expect(clock.now()).toBe(begin);
  pass(59_000);
  expect(clock.now()).toBe(begin + 59_000);
  pass(1_000);
  expect(clock.now()).toBe(begin + 3_660_000);
  pass(1);
  expect(clock.now()).toBe(begin + 3_660_001);
});

it('never goes back: set back for good, it waits where it is', () => {
  const { clock, pass, set } = open();
  clock.now();
  set(-3_600_000);
  let last = clock.now();
  for (let minute = 0; minute < 120; minute += 1) {
    pass(60_000);
    const now = clock.now();
    expect(now).toBeGreaterThanOrEqual(last);
    last = now;
  }
  expect(last).toBe(begin + 60 * 60_000);
});

it('never goes back behind the journal', () => {
  const { clock, pass } = open({ notBefore: begin + 5_000 });
  expect(clock.now()).toBe(begin + 5_000);
  pass(5_001);
  expect(clock.now()).toBe(begin + 5_001);
});

it('takes small corrections at once', () => {
  const { clock, doubts, pass, set } = open();
  clock.now();
  pass(1_000);
  set(4_000);
  expect(clock.now()).toBe(begin + 5_000);
  set(-2_000);
  expect(clock.now()).toBe(begin + 5_000);
  expect(doubts).toEqual([]);
});
