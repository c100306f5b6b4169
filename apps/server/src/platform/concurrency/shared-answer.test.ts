import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shareAnswer } from './shared-answer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks once for all who come within the time, and anew after it', async () => {
  const make = vi.fn(async () => make.mock.calls.length);
  const answer = shareAnswer(make, 1_000);
  expect(await Promise.all([answer(), answer()])).toEqual([1, 1]);
  vi.advanceTimersByTime(999);
  expect(await answer()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await answer()).toBe(2);
});

it('does not keep a failure', async () => {
  const make = vi.fn(async () => 7).mockRejectedValueOnce(new Error('away'));
  const answer = shareAnswer(make, 1_000);
  await expect(Promise.all([answer(), answer()])).rejects.toThrow('away');
  expect(await answer()).toBe(7);
  expect(make).toHaveBeenCalledTimes(2);
});
