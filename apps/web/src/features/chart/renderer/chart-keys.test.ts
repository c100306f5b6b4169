// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { pressKey } from './chart-keys.ts';
import type { ChartRenderer } from './chart-renderer.ts';

const renderer = { controls: { hover: vi.fn() } } as unknown as ChartRenderer;

it('takes Enter for itself and opens the menu, so that the key does not press what the menu offers', () => {
  const openMenu = vi.fn();
  expect(pressKey(renderer, { key: 'Enter', shiftKey: false }, { width: 100, openMenu })).toBeNull();
  expect(openMenu).toHaveBeenCalledOnce();
});

it('leaves keys alone that mean nothing on a chart', () => {
  const openMenu = vi.fn();
  expect(pressKey(renderer, { key: 'a', shiftKey: false }, { width: 100, openMenu })).toBeUndefined();
  expect(openMenu).not.toHaveBeenCalled();
});
