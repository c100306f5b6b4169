// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  closeToast,
  pauseToasts,
  resetToasts,
  resumeToasts,
  showToast,
  toastCountMax,
  toastsNow,
} from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  resetToasts();
  vi.useRealTimers();
});

describe('toasts', () => {
  it('counts ids up from 1 and fills in the defaults', () => {
    expect(showToast({ title: 'one' })).toBe(1);
    expect(showToast({ title: 'two' })).toBe(2);
    expect(toastsNow()[0]).toEqual({
      id: 1,
      type: 'success',
      duration: 10_000,
      showClose: false,
      component: false,
      title: 'one',
      more: 0,
    });
  });

  it('never gives an id twice, also after a toast is gone', () => {
    closeToast(showToast({ title: 'one' }));
    expect(showToast({ title: 'two' })).toBe(2);
  });

  it('goes when its time is over and not before', () => {
    showToast({ title: 'one' });
    vi.advanceTimersByTime(9_999);
    expect(toastsNow()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toastsNow()).toHaveLength(0);
  });

  it('stays with a duration of 0', () => {
    showToast({ title: 'one', duration: 0 });
    vi.advanceTimersByTime(1_000_000);
    expect(toastsNow()).toHaveLength(1);
  });

  it('runs the close action once when closed and never when its time runs out', () => {
    const closeAction = vi.fn();
    const id = showToast({ title: 'one', closeAction });
    showToast({ title: 'two', duration: 5, closeAction });
    vi.advanceTimersByTime(5);
    expect(closeAction).not.toHaveBeenCalled();
    closeToast(id);
    closeToast(id);
    expect(closeAction).toHaveBeenCalledTimes(1);
  });

  it('keeps the remaining time while paused', () => {
    showToast({ title: 'one', duration: 1_000 });
    vi.advanceTimersByTime(600);
    pauseToasts();
    vi.advanceTimersByTime(60_000);
    resumeToasts();
    vi.advanceTimersByTime(399);
    expect(toastsNow()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toastsNow()).toHaveLength(0);
  });

  it('lets a toast shown during a pause wait for its end', () => {
    showToast({ title: 'one', duration: 0 });
    pauseToasts();
    showToast({ title: 'two', duration: 100 });
    vi.advanceTimersByTime(500);
    expect(toastsNow()).toHaveLength(2);
    resumeToasts();
    vi.advanceTimersByTime(100);
    expect(toastsNow()).toHaveLength(1);
  });

  it('says of each toast how many it covered when it came, and does not change that', () => {
    const first = showToast({ title: 'one', duration: 0 });
    showToast({ title: 'two', duration: 0 });
    expect(toastsNow().map(({ more }) => more)).toEqual([0, 1]);
    closeToast(first);
    expect(toastsNow().map(({ more }) => more)).toEqual([1]);
  });

  it('keeps the time of an error that another toast covers', () => {
    showToast({ type: 'error', title: 'refused', duration: 1_000 });
    vi.advanceTimersByTime(400);
    showToast({ title: 'copied', duration: 5_000 });
    vi.advanceTimersByTime(5_000);
    expect(toastsNow().map(({ title }) => title)).toEqual(['refused']);
    vi.advanceTimersByTime(599);
    expect(toastsNow()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toastsNow()).toHaveLength(0);
  });

  it('bounds the stack and sacrifices the oldest that would have gone by itself', () => {
    showToast({ title: 'stays', duration: 0 });
    for (let index = 0; index < toastCountMax; index += 1) showToast({ title: `toast ${index}` });
    expect(toastsNow()).toHaveLength(toastCountMax);
    expect(toastsNow().map(({ title }) => title)).not.toContain('toast 0');
    expect(toastsNow()[0]?.title).toBe('stays');
  });

  it('sacrifices no error while anything else can go', () => {
    showToast({ type: 'error', title: 'refused' });
    showToast({ title: 'stays', duration: 0 });
    for (let index = 2; index < toastCountMax; index += 1)
      showToast({ type: 'error', title: `error ${index}` });
    showToast({ title: 'placed' });
    expect(toastsNow().map(({ title }) => title)).not.toContain('stays');
    showToast({ title: 'copied' });
    expect(toastsNow().map(({ title }) => title)).not.toContain('placed');
    expect(toastsNow()[0]?.title).toBe('refused');
  });

  it('lets the oldest error go for a new toast when there are only errors', () => {
    for (let index = 0; index < toastCountMax; index += 1)
      showToast({ type: 'error', title: `error ${index}` });
    showToast({ title: 'placed' });
    expect(toastsNow().map(({ title }) => title)).not.toContain('error 0');
    expect(toastsNow().at(-1)?.title).toBe('placed');
  });
});
