import { afterEach, expect, it, vi } from 'vitest';
import { afterPress } from './after-press.ts';

const tell = (type: string, pointerType: 'mouse' | 'touch' = 'mouse') =>
  window.dispatchEvent(Object.assign(new Event(type), { pointerType }));

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it('acts at once when nothing is pressed, and after the click of a mouse', () => {
  vi.useFakeTimers();
  const act = vi.fn();
  afterPress(act);
  expect(act).toHaveBeenCalledTimes(1);
  tell('pointerdown');
  afterPress(act);
  tell('pointerup');
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(0);
  expect(act).toHaveBeenCalledTimes(2);
});

it('waits for the click of a finger, whose field is left only after the finger', () => {
  vi.useFakeTimers();
  const act = vi.fn();
  tell('pointerdown', 'touch');
  tell('pointerup', 'touch');
  vi.advanceTimersByTime(50);
  afterPress(act);
  expect(act).not.toHaveBeenCalled();
  tell('click');
  vi.advanceTimersByTime(0);
  expect(act).toHaveBeenCalledTimes(1);
});

it('waits no longer than a click takes after a finger that only swiped', () => {
  vi.useFakeTimers();
  const act = vi.fn();
  tell('pointerdown', 'touch');
  tell('pointerup', 'touch');
  afterPress(act);
  vi.advanceTimersByTime(500);
  expect(act).toHaveBeenCalledTimes(1);
  tell('pointerdown', 'touch');
  tell('pointercancel', 'touch');
  vi.advanceTimersByTime(0);
  afterPress(act);
  expect(act).toHaveBeenCalledTimes(2);
});
