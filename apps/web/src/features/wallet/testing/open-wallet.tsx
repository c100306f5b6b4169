import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { vi } from 'vitest';
import { createQueryClient } from '#api/queries.ts';
import { session } from '#api/session.ts';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { ModalHost } from '#ui/modal/modal-host.tsx';
import { WalletFrame } from '../wallet-frame.tsx';

/** A body, or what a request has in its body and its query made into one; undefined is refused as `not_found`. */
type Answer = unknown | ((body: unknown, query: URLSearchParams) => { status: number; body: unknown });
type Answers = Readonly<Record<string, Answer>>;

const refused = { code: 'not_found', detail: 'Nothing is here.' };

/** Answers the API's calls by the last part of their path. */
export function answerCalls(answers: Answers): void {
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string | null }) => {
    const { pathname, searchParams } = new URL(url, 'http://test');
    const answer = answers[pathname.split('/').at(-2) ?? ''];
    if (answer === undefined) return new Response(JSON.stringify(refused), { status: 404 });
    if (typeof answer !== 'function') return new Response(JSON.stringify(answer));
    const made = answer(body ? JSON.parse(body) : undefined, searchParams);
    return new Response(JSON.stringify(made.body), { status: made.status });
  });
}

/** For `beforeAll`. A test must not knock on sockets that nobody serves; one that needs news mocks `#live/live.ts`. */
export async function prepareWallet(): Promise<void> {
  window.localStorage.setItem('planguage', 'en');
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close() {}
    },
  );
  await startI18n();
  await Promise.all([
    loadTexts('wallet'),
    loadTexts('withdrawal'),
    loadTexts('history'),
    loadTexts('confirmation'),
    loadTexts('errors'),
  ]);
}

export function resetWallet(): void {
  cleanup();
  session.clear();
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p data-testid="elsewhere">{`${pathname}${search}`}</p>;
}

interface Opened {
  /** As the route table has it. */
  readonly path: string;
  readonly at: string;
  readonly Page: ComponentType;
  readonly answers: Answers;
}

/** Draws a page of the wallet in its frame, for somebody who is logged in. */
export function openWallet({ path, at, Page, answers }: Opened) {
  const claims = { exp: Math.floor(Date.now() / 1_000) + 3_600 };
  session.save({ token: `e30.${btoa(JSON.stringify(claims))}.signature`, refreshToken: 'r' });
  answerCalls(answers);
  const page = (
    <WalletFrame tab={undefined}>
      <Page />
    </WalletFrame>
  );
  const client = createQueryClient();
  const drawn = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path={path} element={page} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
      <ModalHost />
    </QueryClientProvider>,
  );
  return { ...drawn, client };
}
