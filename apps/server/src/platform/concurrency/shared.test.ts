import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Shared } from './shared.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function counted() {
  let made = 0;
  return async () => {
    made += 1;
    return made;
  };
}

it('is made once for all who come while it is made or used', async () => {
  const [shared, make] = [new Shared<number>(0), counted()];
  const [one, other] = await Promise.all([shared.use('a', make), shared.use('a', make)]);
  expect([one.value, other.value]).toEqual([1, 1]);
  one.leave();
  expect((await shared.use('a', make)).value).toBe(1);
  expect(shared.values()).toEqual([1]);
});

it('is the same for whoever comes in the moment in which the last one leaves', async () => {
  const [shared, make] = [new Shared<number>(0), counted()];
  const last = await shared.use('a', make);
  const coming = shared.use('a', make);
  last.leave();
  expect((await coming).value).toBe(1);
  expect(shared.values()).toEqual([1]);
});

it('is kept for a while after the last has left, and then made anew', async () => {
  const [shared, make] = [new Shared<number>(5_000), counted()];
  (await shared.use('a', make)).leave();
  vi.advanceTimersByTime(4_000);
  (await shared.use('a', make)).leave();
  vi.advanceTimersByTime(4_000);
  const again = await shared.use('a', make);
  expect(again.value).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(shared.size).toBe(1);
  again.leave();
  vi.advanceTimersByTime(5_000);
  expect(shared.size).toBe(0);
  expect((await shared.use('a', make)).value).toBe(2);
});

it('is tried anew after it could not be made', async () => {
  const shared = new Shared<number>(5_000);
  const failing = () => Promise.reject(new Error('no database'));
  await expect(shared.use('a', failing)).rejects.toThrow('no database');
  expect((await shared.use('a', counted())).value).toBe(1);
});
