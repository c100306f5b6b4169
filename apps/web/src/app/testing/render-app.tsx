import { cleanup, render } from '@testing-library/react';
import { vi } from 'vitest';
import { session } from '#api/session.ts';
import { startI18n } from '#language/i18n.ts';
import { queryClient } from '../query-client.ts';
import { AppRouter, createRouter } from '../router.tsx';
import { basePath } from '../routing/base-path.ts';

type Answers = Readonly<Record<string, unknown>>;

const unread = { code: 'not_found', detail: 'Nothing is here.' };

/** Answers the API's calls by the last part of their path; the client's own tests have a real server. */
function answerCalls(answers: Answers): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const name = url.split('/').at(-2) ?? '';
    const body = answers[name];
    return new Response(JSON.stringify(body ?? unread), { status: body === undefined ? 404 : 200 });
  });
}

export function logInForTest(): void {
  const claims = { exp: Math.floor(Date.now() / 1_000) + 3_600 };
  session.save({ token: `e30.${btoa(JSON.stringify(claims))}.signature`, refreshToken: 'r' });
}

export async function prepareApp(): Promise<void> {
  window.localStorage.setItem('planguage', 'en');
  // A test must not knock on sockets that nobody serves.
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close() {}
    },
  );
  vi.stubGlobal('scrollTo', () => {});
  await startI18n();
}

let stop = (): void => {};

export function resetApp(): void {
  cleanup();
  stop();
  session.clear();
  queryClient.clear();
}

/** Draws the whole application at a path, as a browser would. */
export function openApp(path: string, answers: Answers = {}) {
  answerCalls(answers);
  window.history.replaceState(null, '', `${basePath}${path}`);
  const router = createRouter();
  void router.start();
  stop = () => router.stop();
  render(<AppRouter router={router} />);
  return {
    router,
    /** What the API says from now on. */
    answerWith: answerCalls,
    /** The address, relative to the base path. */
    address: () => `${router.state.location.pathname.slice(basePath.length)}${router.state.location.search}`,
  };
}
