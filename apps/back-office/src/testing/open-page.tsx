import type { Capability } from '@emporion/contracts/rest';
import { capabilities } from '@emporion/contracts/rest';
import { session } from '@emporion/web/api/session.ts';
import { startI18n } from '@emporion/web/language/i18n.ts';
import { ModalHost } from '@emporion/web/ui/modal/modal-host.tsx';
import { closeModal } from '@emporion/web/ui/modal/modal-store.ts';
import { resetToasts } from '@emporion/web/ui/toast/toast-store.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { basePath } from '#app/base-path.ts';
import type { Me } from '#app/me.ts';
import { queryClient } from '#app/query-client.ts';
import { createRoutes } from '#app/routes.tsx';

/** One call that the page made. */
export interface SeenCall {
  readonly method: string;
  /** Relative to the API's base, without slashes at its ends. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What the API says to a call; `status` beside a body stands for a refusal. Undefined: there is nothing. */
export type Answer = (call: SeenCall) => { status?: number; body: unknown } | undefined;

export const everybody: Me = {
  id: '00000000-0000-4000-8000-000000000001',
  username: 'ada',
  roles: ['administrator'],
  capabilities: [...capabilities],
  sole_operator: false,
  payouts_rest: null,
  idle_minutes: 15,
};

export function withCapabilities(...held: Capability[]): Me {
  return { ...everybody, roles: [], capabilities: ['desk.enter', ...held] };
}

/** What the server says to a body that does not say it is JSON. */
const notJson = { status: 415, body: { code: 'unsupported_media_type', detail: 'Send JSON.' } };
const isJson = (headers: RequestInit['headers']): boolean =>
  new Headers(headers).get('content-type') === 'application/json';

const notFound = { status: 404, body: { code: 'not_found', detail: 'Nothing is here.' } };

/** Draws the whole back office at a path, as a browser would. The client's own tests have a real server. */
export async function openPage(path: string, answer: Answer, me: Me = everybody) {
  window.localStorage.setItem('planguage', 'en');
  const claims = { exp: Math.floor(Date.now() / 1_000) + 3_600 };
  session.save({ token: `e30.${btoa(JSON.stringify(claims))}.signature`, refreshToken: 'r' });
  const calls: SeenCall[] = [];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, window.location.origin);
    const call = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(/^\/api\/v1\//, '').replace(/\/$/, ''),
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    calls.push(call);
    if (call.body !== undefined && !isJson(init.headers))
      return new Response(JSON.stringify(notJson.body), { status: notJson.status });
    const given = call.path === 'admin/me' ? { body: me } : answer(call);
    const { status = 200, body } = given ?? notFound;
    return new Response(JSON.stringify(body), { status });
  });
  await startI18n();
  const router = createMemoryRouter(createRoutes(), {
    basename: basePath,
    initialEntries: [`${basePath}${path}`],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ModalHost />
    </QueryClientProvider>,
  );
  return { router, calls };
}

/**
 * Puts words into a field in one piece: what a field does with each key is asked where the fields are made, and a key costs the page as much as a
 * whole text.
 */
export async function fill(field: HTMLElement, words: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(words);
}

export function closePage(): void {
  closeModal();
  resetToasts();
  cleanup();
  session.clear();
  queryClient.clear();
  vi.unstubAllGlobals();
}
