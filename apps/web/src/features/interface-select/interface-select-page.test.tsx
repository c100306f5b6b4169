import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { session } from '#api/session.ts';
import { type ApiServer, tokenFor } from '#api/testing/api-server.ts';
import { sampleSettings } from '#api/testing/sample-settings.ts';
import { serveApi } from '#api/testing/serve-api.ts';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { isInterfaceOffered, rememberInterfaceOffer } from '#preferences/interface-offer.ts';
import { InterfaceSelectPage } from './interface-select-page.tsx';

let server: ApiServer;

const profile = {
  user: { username: 'theo' },
  language: 'en',
  interface: 'basic',
  kyc_status: 'no',
  kyc_state: 'none',
  auto_logout_timeout: 0,
};

function open(next?: string) {
  const arrived = (path: string) => ({ path, element: <p>{`arrived at ${path}`}</p> });
  const router = createMemoryRouter([
    { path: '/', element: <InterfaceSelectPage next={next} /> },
    arrived('/quick-swap'),
    arrived('/wallet'),
    arrived('/trade/BTC-USDT'),
  ]);
  render(<RouterProvider router={router} />);
}

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await Promise.all([loadTexts('settings'), loadTexts('errors')]);
});
beforeEach(async () => {
  server = await serveApi();
  session.save({ token: tokenFor(3_600), refreshToken: 'r' });
});
afterEach(async () => {
  cleanup();
  session.clear();
  await server.close();
});

it.each([
  ['Basic', 'basic', '/quick-swap'],
  ['Advanced', 'advanced', '/trade/BTC-USDT'],
])('keeps the %s and begins there', async (name, value, path) => {
  server.answer = ({ method }) =>
    method === 'GET' ? { body: profile } : { body: { ...sampleSettings, interface: value } };
  open();
  await userEvent.click(await screen.findByRole('radio', { name: new RegExp(name) }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(`arrived at ${path}`)).toBeTruthy();
  const changes = server.seen.filter(({ method }) => method === 'PATCH');
  expect(changes.map(({ body }) => body)).toEqual([{ interface: value }]);
});

it('says when the choice could not be kept, and stays', async () => {
  server.answer = () => ({ cut: true });
  open();
  await userEvent.click(await screen.findByRole('radio', { name: /Basic/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/^Network Error/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
});

it('shows what was chosen before', async () => {
  server.answer = () => ({ body: profile });
  open();
  const basic = await screen.findByRole<HTMLInputElement>('radio', { name: /Basic/ });
  await waitFor(() => expect(basic.checked).toBe(true));
});

it('goes on to the page that was wanted, with a choice and without one', async () => {
  server.answer = ({ method }) =>
    method === 'GET' ? { body: { ...profile, interface: null } } : { body: sampleSettings };
  open('/wallet');
  const proceed = await screen.findByRole('button', { name: 'Continue' });
  // It waits for what was chosen before.
  await waitFor(() => expect(proceed.getAttribute('aria-disabled')).not.toBe('true'));
  await userEvent.click(proceed);
  expect(await screen.findByText('arrived at /wallet')).toBeTruthy();
  cleanup();
  open('/wallet');
  await userEvent.click(await screen.findByRole('button', { name: 'Skip for now' }));
  expect(await screen.findByText('arrived at /wallet')).toBeTruthy();
  expect(server.seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
});

it('is offered once, and is left with Cancel where a choice was made before', async () => {
  rememberInterfaceOffer(true);
  server.answer = () => ({ body: profile });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('arrived at /quick-swap')).toBeTruthy();
  expect(isInterfaceOffered()).toBe(false);
});
