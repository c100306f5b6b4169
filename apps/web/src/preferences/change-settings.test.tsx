import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createQueryClient, settingsQuery } from '#api/queries.ts';
import type { ApiServer, Reply } from '#api/testing/api-server.ts';
import { sampleSettings } from '#api/testing/sample-settings.ts';
import { serveApi } from '#api/testing/serve-api.ts';
import { startI18n } from '#language/i18n.ts';
import { setTheme } from '#ui/theme/theme.ts';
import { changeSettings, settingsAfter } from './change-settings.ts';
import { UserPreferences } from './user-preferences.ts';

let server: ApiServer;
let client = createQueryClient();

beforeAll(startI18n);
beforeEach(async () => {
  server = await serveApi();
  client = createQueryClient();
  client.setQueryData(settingsQuery.queryKey, sampleSettings);
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const shown = () => client.getQueryData(settingsQuery.queryKey);

it('shows a choice before the server has answered', async () => {
  let answer: (reply: Reply) => void = () => {};
  server.answer = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const change = changeSettings(client, { preferences: { colours: 'blue_orange' } });
  await waitFor(() => expect(document.documentElement.dataset.colours).toBe('blue-orange'));
  expect(shown()?.preferences).toMatchObject({ colours: 'blue_orange', theme: 'auto' });
  await waitFor(() => expect(server.seen).toHaveLength(1));
  const kept = settingsAfter(sampleSettings, { preferences: { colours: 'blue_orange' } });
  answer({ body: kept });
  expect(await change).toEqual({ ok: true, value: kept });
});

it('takes a choice back that could not be kept, and leaves the others', async () => {
  server.answer = ({ body }) => {
    const { notifications } = body as { notifications?: object };
    return notifications === undefined
      ? { status: 500, body: { code: 'server_error', detail: 'Server error.' } }
      : { body: settingsAfter(sampleSettings, { notifications }) };
  };
  const [refused, kept] = await Promise.all([
    changeSettings(client, { preferences: { colours: 'blue_orange' }, username: 'other' }),
    changeSettings(client, { notifications: { orders: true } }),
  ]);
  expect([refused.ok, kept.ok]).toEqual([false, true]);
  expect(shown()).toMatchObject({
    username: sampleSettings.username,
    preferences: { colours: 'green_red' },
    notifications: { orders: true },
  });
  expect(document.documentElement.dataset.colours).toBeUndefined();
});

it('takes a theme chosen anywhere in the application to the account', async () => {
  server.answer = ({ body }) => ({ body: settingsAfter(sampleSettings, body as object) });
  render(
    <QueryClientProvider client={client}>
      <UserPreferences />
    </QueryClientProvider>,
  );
  setTheme('dark');
  await waitFor(() =>
    expect(server.seen.map(({ body }) => body)).toEqual([{ preferences: { theme: 'dark' } }]),
  );
  await waitFor(() => expect(shown()?.preferences.theme).toBe('dark'));
});

it('brings the appearance of the account to this device', async () => {
  client.setQueryData(settingsQuery.queryKey, {
    ...sampleSettings,
    preferences: { ...sampleSettings.preferences, theme: 'light', colours: 'blue_orange' },
  });
  render(
    <QueryClientProvider client={client}>
      <UserPreferences />
    </QueryClientProvider>,
  );
  await waitFor(() =>
    expect(document.documentElement.dataset).toMatchObject({ theme: 'light', colours: 'blue-orange' }),
  );
  expect(server.seen).toEqual([]);
});
