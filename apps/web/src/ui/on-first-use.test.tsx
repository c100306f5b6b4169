import { expect, it, vi } from 'vitest';
import { onFirstUse } from './on-first-use.ts';

it.each(['pointerdown', 'keydown', 'click'])('calls at the first %s, and not again', (sign) => {
  const act = vi.fn();
  onFirstUse(act);
  expect(act).not.toHaveBeenCalled();
  for (const each of [sign, sign, 'click']) window.dispatchEvent(new Event(each));
  expect(act).toHaveBeenCalledTimes(1);
});

it('does not call when it was given up', () => {
  const act = vi.fn();
  onFirstUse(act)();
  window.dispatchEvent(new Event('click'));
  expect(act).not.toHaveBeenCalled();
});
