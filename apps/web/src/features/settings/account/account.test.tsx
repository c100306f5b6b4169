import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { session } from '#api/session.ts';
import { sampleSettings } from '#api/testing/sample-settings.ts';
import {
  confirmed,
  confirmWithCode,
  fill,
  openSettings,
  prepareSettings,
  press,
} from '../testing/open-settings.tsx';

type Page = Awaited<ReturnType<typeof openSettings>>;
let page: Page;

beforeAll(prepareSettings);
afterEach(() => page.close());

it('gives everything that is kept as a file', async () => {
  page = await openSettings('#account', {
    answers: { 'GET settings/export': { body: { profile: { first_name: 'Theodora' } } } },
  });
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
      revokeObjectURL: () => {},
    }),
  );
  await press('Download');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual({ profile: { first_name: 'Theodora' } });
});

it('freezes after a question, without a code', async () => {
  page = await openSettings('#account');
  page.account.answers['POST settings/freeze'] = () => {
    page.account.settings = { ...sampleSettings, frozen: true };
    return { body: {} };
  };
  await press('Freeze');
  const question = await screen.findByRole('dialog', { name: 'Freeze your account?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Freeze' }));
  expect(await screen.findByText(/Your account is frozen:/)).toBeTruthy();
});

it('says after unfreezing until when payouts are frozen, and why', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const record = { device: 'Firefox on Linux', address: '10.0.0.1', place: null };
  page = await openSettings('#account', {
    settings: { ...sampleSettings, payouts_frozen_until: at(23) },
    history: {
      total: 3,
      results: [
        { ...record, id: '3', event: 'login_succeeded', time: at(0) },
        { ...record, id: '2', event: 'account_thawed', time: at(-1) },
        { ...record, id: '1', event: 'password_changed', time: at(-30) },
      ],
    },
  });
  expect(await screen.findByText(/until .* Reason: Account unfrozen/)).toBeTruthy();
});

it('closes with the password, a tick and a fresh code, and then leaves', async () => {
  page = await openSettings('#account', {
    answers: { 'POST settings/close': confirmed(() => ({ body: {} })) },
  });
  await press('Close…: Close account');
  await press('Close account permanently');
  expect(page.sent('POST settings/close')).toEqual([]);
  await fill('Current password', 'Old-Harbour-7');
  await userEvent.click(screen.getByLabelText('I understand this can’t be undone'));
  await press('Close account permanently');
  await confirmWithCode();
  await waitFor(() => expect(session.isLoggedIn()).toBe(false));
  expect(await screen.findByText('Account closed')).toBeTruthy();
});

it('says why an account cannot be closed', async () => {
  page = await openSettings('#account', {
    answers: {
      'POST settings/close': confirmed(() => ({
        status: 422,
        body: { code: 'wrong_data', detail: 'There are coins left.' },
      })),
    },
  });
  await press('Close…: Close account');
  await fill('Current password', 'Old-Harbour-7');
  await userEvent.click(screen.getByLabelText('I understand this can’t be undone'));
  await press('Close account permanently');
  await confirmWithCode();
  expect(await screen.findByText('There are coins left.')).toBeTruthy();
  expect(session.isLoggedIn()).toBe(true);
});
