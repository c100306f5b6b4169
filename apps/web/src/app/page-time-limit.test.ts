// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStore } from '#api/browser-storage.ts';
import { PageTimeoutError, pageTimeLimitMs, withinTime } from './page-time-limit.ts';
import { forgetReloads, mayReload } from './reload-count.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('gives what arrives in time', async () => {
  await expect(withinTime(Promise.resolve('page'))).resolves.toBe('page');
  expect(vi.getTimerCount()).toBe(0);
});

it('fails a page that does not arrive', async () => {
  const outcome = expect(withinTime(new Promise(() => {}))).rejects.toThrow(PageTimeoutError);
  await vi.advanceTimersByTimeAsync(pageTimeLimitMs);
  await outcome;
});

it('passes on why the work failed', async () => {
  await expect(withinTime(Promise.reject(new Error('no chunk')))).rejects.toThrow('no chunk');
});

it('allows three reloads in a row, and starts anew after a page has arrived', () => {
  const storage = memoryStore();
  expect([1, 2, 3, 4].map(() => mayReload(storage))).toEqual([true, true, true, false]);
  forgetReloads(storage);
  expect(mayReload(storage)).toBe(true);
});

it('does not reload for ever when the count has been tampered with', () => {
  const storage = memoryStore();
  storage.setItem('emporion.reloads', 'many');
  expect(mayReload(storage)).toBe(false);
});
