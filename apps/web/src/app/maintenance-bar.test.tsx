import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { readStatus } from '#live/server-status.ts';
import { openApp, prepareApp, resetApp } from './testing/render-app.tsx';

const status = (maintenance: boolean) => ({
  status: { name: 'Emporion', version: '0.1.0', demo: false, maintenance, announced: null },
});
const notice = /Maintenance in progress/;

beforeAll(prepareApp);
afterEach(resetApp);

it.each(['/login', '/fees'])('%s tells of maintenance, and of its end', async (path) => {
  const { answerWith } = openApp(path, status(true));
  expect(await screen.findByText(notice)).toBeTruthy();
  answerWith({});
  await readStatus();
  expect(screen.getByText(notice)).toBeTruthy();
  answerWith(status(false));
  await readStatus();
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
});
