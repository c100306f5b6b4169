import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tabStorage } from '#api/browser-storage.ts';
import { PageTimeoutScreen } from './page-timeout.tsx';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  tabStorage.removeItem('emporion.reloads');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  reload.mockClear();
});

it('says so in the words of the specification and loads the page again after one second', () => {
  render(<PageTimeoutScreen reload={reload} />);
  expect(screen.getByRole('alert').textContent).toContain(
    'Timeout exceeded while page load. Auto reload after 1 seconds.',
  );
  vi.advanceTimersByTime(999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('stops loading by itself after three times and leaves it to the person', () => {
  for (const _ of [1, 2, 3]) {
    render(<PageTimeoutScreen reload={reload} />);
    vi.advanceTimersByTime(1_000);
    cleanup();
  }
  render(<PageTimeoutScreen reload={reload} />);
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledTimes(3);
  screen.getByRole('button', { name: 'Reload' }).click();
  expect(reload).toHaveBeenCalledTimes(4);
});
