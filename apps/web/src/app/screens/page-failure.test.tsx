import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { tabStorage } from '#api/browser-storage.ts';
import { startI18n } from '#language/i18n.ts';
import { PageFailure } from './page-failure.tsx';

const reload = vi.fn();
const answers = vi.fn<() => Promise<Pick<Response, 'status'>>>();

beforeAll(startI18n);
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', answers);
  tabStorage.removeItem('emporion.reloads');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

function showFailure() {
  render(<PageFailure error={new TypeError('Failed to fetch')} reload={reload} />, { wrapper: MemoryRouter });
}

it('loads the page again by itself once the server answers again', async () => {
  answers.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce({ status: 502 });
  answers.mockResolvedValue({ status: 200 });
  showFailure();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(answers).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('stays as it is when the server answered all along: it would fail again', async () => {
  answers.mockResolvedValue({ status: 200 });
  showFailure();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveBeenCalledTimes(1);
  expect(reload).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(reload).toHaveBeenCalledTimes(1);
});
