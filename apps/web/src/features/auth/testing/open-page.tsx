import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { session } from '#api/session.ts';
import { type ApiServer, type Reply, type SeenRequest, tokenFor } from '#api/testing/api-server.ts';
import { serveApi } from '#api/testing/serve-api.ts';
import { loadTexts, startI18n } from '#language/i18n.ts';

type Answer = Reply | ((request: SeenRequest) => Reply | Promise<Reply>);

let server: ApiServer;
let answers: Record<string, Answer> = {};

export async function prepareAuth(): Promise<void> {
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await Promise.all([loadTexts('auth'), loadTexts('errors')]);
  server = await serveApi();
  server.answer = (request) => {
    const name = request.url.replace(/^\/api\/(?:public\/)?v1\//, '').replace(/\/(\?.*)?$/, '');
    const answer = answers[name];
    if (answer === undefined) return { status: 404, body: { code: 'not_found', detail: 'Nothing is here.' } };
    return typeof answer === 'function' ? answer(request) : answer;
  };
}

export async function resetAuth(): Promise<void> {
  cleanup();
  session.clear();
  window.localStorage.removeItem('device_token');
  window.sessionStorage.clear();
  server.seen.length = 0;
  answers = {};
}

export const closeAuth = (): Promise<void> => server.close();

/** Answers the calls by their path from now on. */
export function answerWith(given: Record<string, Answer>): void {
  answers = { ...answers, ...given };
}

/** The bodies that were sent to a path. */
export function sentTo(path: string): unknown[] {
  return server.seen.filter(({ url }) => url.endsWith(`/${path}/`)).map(({ body }) => body);
}

export const refusal = (status: number, code: string, detail: string, fields = {}): Reply => ({
  status,
  body: { code, detail, fields },
});
export const noCaptcha: Reply = {
  body: {
    required: false,
    challenge: { algorithm: 'SHA-256', challenge: 'x', maxnumber: 1, salt: 's', signature: 'g' },
  },
};
export const signedIn = (): Reply => ({
  body: {
    status: 'signed_in',
    access: tokenFor(300),
    refresh: 'refresh-1',
    device: 'device-1',
    email: 'theo@example.org',
    language: 'en',
    set_up_factor: false,
    choose_interface: false,
  },
});

/** In one piece, as a password manager does: a long text typed by letters takes the tests seconds. */
export async function writeInto(label: string, text: string): Promise<void> {
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.paste(text);
}

/** Draws a page at an address; the pages to which it leads are only their names. */
export function openPage(page: { path: string; Component: ComponentType }, address: string) {
  const router = createMemoryRouter([page, { path: '*', element: null }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return { address: () => router.state.location.pathname };
}
