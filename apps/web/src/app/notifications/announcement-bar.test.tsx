import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adoptStatus } from '#live/server-status.ts';
import { openApp, prepareApp, resetApp } from '../testing/render-app.tsx';

const bar = (id: string, title: string) => ({
  ...{ id, title, text: 'We are moving.', time: '2026-01-01T00:00:00Z', kind: 'bar' as const },
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
