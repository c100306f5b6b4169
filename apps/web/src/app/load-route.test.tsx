import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '#language/i18n.ts';
import { loadRoute } from './load-route.tsx';
import { PageTimeoutError } from './page-time-limit.ts';

beforeAll(startI18n);
afterEach(cleanup);

async function openPage(load: () => Promise<() => null>) {
  const loaded = await loadRoute(load);
  if ('element' in loaded) render(loaded.element, { wrapper: MemoryRouter });
}

it('shows what happened, and a way on, when the first page’s code cannot be fetched', async () => {
  await openPage(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load this page');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
});

it('shows the timeout screen when it does not arrive', async () => {
  await openPage(() => Promise.reject(new PageTimeoutError('late')));
  expect((await screen.findByRole('alert')).textContent).toContain('Timeout exceeded');
});
