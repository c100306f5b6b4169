import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStore } from '#api/browser-storage.ts';
import { noticeMs, watchIdleness } from './idle-watch.ts';

const timeoutMs = 300_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(storage = memoryStore()) {
  const events = new EventTarget();
  const onNear = vi.fn();
  const onOver = vi.fn();
  const stop = watchIdleness({ timeoutMs, onNear, onOver, storage }, events);
  return { events, onNear, onOver, stop, storage };
}

it('tells that the end is near, and then that it is over, once', () => {
  const { onNear, onOver } = start();
  vi.advanceTimersByTime(timeoutMs - noticeMs - 1_000);
  expect(onNear).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(onNear).toHaveBeenLastCalledWith(true);
  vi.advanceTimersByTime(noticeMs * 4);
  expect(onOver).toHaveBeenCalledTimes(1);
});

it('begins anew with every use', () => {
  const { events, onNear, onOver } = start();
  vi.advanceTimersByTime(timeoutMs - 10_000);
  events.dispatchEvent(new Event('keydown'));
  expect(onNear.mock.calls).toEqual([[true], [false]]);
  vi.advanceTimersByTime(timeoutMs - 1_000);
  expect(onOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(onOver).toHaveBeenCalledTimes(1);
});

it('counts the use of another tab', () => {
  const storage = memoryStore();
  const one = start(storage);
  const other = start(storage);
  vi.advanceTimersByTime(timeoutMs - 10_000);
  other.events.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(60_000);
  expect(one.onOver).not.toHaveBeenCalled();
});

it('is over for whoever comes back to a machine that slept', () => {
  const { events, onOver } = start();
  vi.setSystemTime(Date.now() + 3_600_000);
  events.dispatchEvent(new Event('pointermove'));
  expect(onOver).toHaveBeenCalledTimes(1);
});

it('says nothing any more once it is stopped', () => {
  const { events, stop, onOver } = start();
  stop();
  vi.advanceTimersByTime(timeoutMs * 2);
  events.dispatchEvent(new Event('keydown'));
  expect(onOver).not.toHaveBeenCalled();
});
