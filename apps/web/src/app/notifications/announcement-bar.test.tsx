import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adoptStatus } from '#live/server-status.ts';
import { openApp, prepareApp, resetApp } from '../testing/render-app.tsx';

const bar = (id: string, title: string) => ({
  ...{
    id,
    title,
    text: 'We are moving.',
    time: '2026-01-01T00:00:00Z',
    kind: 'bar' as const,
    incident: false,
  },
});

beforeAll(prepareApp);
afterEach(() => {
  localStorage.clear();
  adoptStatus({});
  return resetApp();
});

it('shows the newest bar as soon as the server tells of one, and each that is dismissed never again', async () => {
  const user = userEvent.setup();
  const { answerWith } = openApp('/fees', { notifications: { results: [bar('9', 'New'), bar('8', 'Old')] } });
  adoptStatus({ maintenance: false, announced: 'one' });
  expect(await screen.findByText('New')).toBeTruthy();
  expect(screen.queryByText('Old')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Dismiss “New”' }));
  expect(await screen.findByText('Old')).toBeTruthy();
  answerWith({ notifications: { results: [bar('9', 'New')] } });
  adoptStatus({ maintenance: false, announced: 'two' });
  await waitFor(() => expect(screen.queryByText('Old')).toBeNull());
  expect(screen.queryByText('New')).toBeNull();
});

it('warns of a critical incident above it, with a way to the status page and none to close it', async () => {
  const user = userEvent.setup();
  const incident = { ...bar('7', 'Withdrawals are delayed'), incident: true };
  const { answerWith } = openApp('/fees', { notifications: { results: [bar('8', 'New'), incident] } });
  adoptStatus({ maintenance: false, announced: 'one' });
  const warning = await screen.findByText('Withdrawals are delayed');
  expect(warning.closest('div')?.className).toContain('bg-warn');
  expect(screen.getByRole('link', { name: 'System status' }).getAttribute('href')).toBe(
    '/account/support/status',
  );
  expect(screen.queryByRole('button', { name: 'Dismiss “Withdrawals are delayed”' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Dismiss “New”' }));
  await waitFor(() => expect(screen.queryByText('New')).toBeNull());
  expect(screen.getByText('Withdrawals are delayed')).toBeTruthy();
  answerWith({ notifications: { results: [] } });
  adoptStatus({ maintenance: false, announced: 'two' });
  await waitFor(() => expect(screen.queryByText('Withdrawals are delayed')).toBeNull());
});
