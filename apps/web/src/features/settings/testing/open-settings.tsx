import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createQueryClient } from '#api/queries.ts';
import { session } from '#api/session.ts';
import { type ApiServer, type Reply, type SeenRequest, tokenFor } from '#api/testing/api-server.ts';
import { sampleMatrix } from '#api/testing/sample-matrix.ts';
import { sampleSettings } from '#api/testing/sample-settings.ts';
import { serveApi } from '#api/testing/serve-api.ts';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { settingsAfter } from '#preferences/change-settings.ts';
import { ModalHost } from '#ui/modal/modal-host.tsx';
import { closeModal } from '#ui/modal/modal-store.ts';
import { ToastArea } from '#ui/toast/toast-area.tsx';
import { resetToasts } from '#ui/toast/toast-store.ts';
import { matrixAfter } from '../notifications/use-choices.ts';
import { SettingsPage } from '../settings-page.tsx';

export const freshCode = '123456';

type Answer = (request: SeenRequest) => Reply;

/** What the server knows. A test changes it, and the calls of the page do. */
export interface Account {
  settings: typeof sampleSettings;
  matrix: typeof sampleMatrix;
  factors: { totp: boolean; sms: boolean; email: boolean; passkeys: object[]; backup_codes_left: number };
  sessions: object[];
  history: { results: object[]; total: number };
  /** By method and path; they come before the answers below. */
  answers: Record<string, Answer | Reply>;
}

export const sentCode = { target: '***456', resend_after: 60, expires_in: 300 };

/** For a call that takes a fresh code: without one, and with a wrong one, it is refused as the server refuses. */
export function confirmed(then: Answer): Answer {
  return (request) => {
    const { confirmation } = request.body as { confirmation?: { code?: string } };
    if (confirmation === undefined)
      return { status: 403, body: { code: 'two_factor_required', detail: 'Enter a code.' } };
    if (confirmation.code !== freshCode)
      return { status: 400, body: { code: 'two_factor_invalid', detail: 'The code is wrong.' } };
    return then(request);
  };
}

function answerOf(account: Account, request: SeenRequest): Reply {
  const path = request.url.replace('/api/v1/', '').replace(/\/(\?.*)?$/, '');
  const name = `${request.method} ${path}`;
  const special = account.answers[name];
  if (special !== undefined) return typeof special === 'function' ? special(request) : special;
  if (name === 'PATCH settings/notifications')
    account.matrix = matrixAfter(account.matrix, request.body as object);
  if (name === 'PATCH settings') account.settings = settingsAfter(account.settings, request.body as object);
  const plain: Record<string, unknown> = {
    'GET settings': account.settings,
    'GET settings/notifications': account.matrix,
    'PATCH settings/notifications': account.matrix,
    'GET push_subscriptions': { key: '', results: [] },
    'PATCH settings': account.settings,
    'GET security/factors': account.factors,
    'GET settings/sessions': { sessions: account.sessions },
    'GET settings/history': account.history,
    'GET security/confirmation': { methods: ['totp'], targets: {} },
    'GET profile': {
      user: { username: 'theo' },
      language: 'en',
      interface: null,
      kyc_status: 'no',
      kyc_state: 'none',
      auto_logout_timeout: 0,
    },
    'POST language': request.body,
  };
  const body = plain[name];
  if (body === undefined) return { status: 404, body: { code: 'not_found', detail: `No ${name} here.` } };
  return { body };
}

export async function prepareSettings(): Promise<void> {
  // What is hidden is looked at too: computing the style of everything for each question takes most of the time.
  configure({ defaultHidden: true });
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await Promise.all([loadTexts('settings'), loadTexts('confirmation'), loadTexts('errors')]);
}

/** The page before a real server that knows one account. */
export async function openSettings(section: string, changes: Partial<Account> = {}) {
  session.save({ token: tokenFor(3_600), refreshToken: 'r' });
  const account: Account = {
    settings: sampleSettings,
    matrix: sampleMatrix,
    factors: { totp: false, sms: false, email: false, passkeys: [], backup_codes_left: 0 },
    sessions: [],
    history: { results: [], total: 0 },
    answers: {},
    ...changes,
  };
  const server: ApiServer = await serveApi();
  server.answer = (request) => answerOf(account, request);
  const router = createMemoryRouter([{ path: '/settings', Component: SettingsPage }], {
    initialEntries: [`/settings${section}`],
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <ToastArea />
      <ModalHost />
    </QueryClientProvider>,
  );
  return {
    account,
    user: userEvent.setup(),
    /** The bodies that were sent to a path, oldest first. */
    sent: (name: string) =>
      server.seen
        .filter(({ method, url }) => `${method} ${url}` === `${name.replace(' ', ' /api/v1/')}/`)
        .map(({ body }) => body),
    async close() {
      cleanup();
      closeModal();
      resetToasts();
      session.clear();
      await server.close();
    },
  };
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

export async function fill(label: string, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

/** Enters the fresh code into the dialog that asks for it; six digits send themselves. */
export async function confirmWithCode(): Promise<void> {
  await fill('Six-digit code', freshCode);
}
