import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createQueryClient } from '#api/queries.ts';
import { session } from '#api/session.ts';
import type { ApiServer } from '#api/testing/api-server.ts';
import { serveApi } from '#api/testing/serve-api.ts';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { Messages } from './messages.tsx';
import { NewTicketPage } from './new-ticket-page.tsx';
import { ThreadPage } from './thread-page.tsx';
import { VisitorPage } from './visitor-page.tsx';

let server: ApiServer;

beforeAll(async () => {
  configure({ defaultHidden: true });
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await Promise.all([loadTexts('tickets'), loadTexts('errors')]);
});

afterEach(async () => {
  cleanup();
  session.clear();
  await server.close();
});

async function open(path: string, Component: () => React.ReactNode, body: object = {}) {
  server = await serveApi();
  server.answer = () => ({ body });
  const router = createMemoryRouter([{ path: '*', Component }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

it('asks about a refusal in the words in which it was said, and about a withdrawal by the beginning of its id', async () => {
  const subjectAt = async (query: string) => {
    await open(`/new?${query}`, NewTicketPage);
    return (await screen.findByLabelText<HTMLInputElement>('Subject')).value;
  };
  const said = 'This order would fill immediately.';
  expect(await subjectAt(`${new URLSearchParams({ about: 'refusal:order_post_only', said })}`)).toBe(
    `Refused request: ${said}`,
  );
  cleanup();
  await server.close();
  expect(await subjectAt('about=withdrawal:cd909c64-d7d3-4a41-aed8-33717b996c82')).toBe(
    'Withdrawal cd909c64',
  );
});

it('tells in a thread by link that files are attached, and leads to the login that shows them', async () => {
  const time = '2026-01-02T03:04:05.000Z';
  const message = { id: '1', author: 'staff', text: 'See the guide', time, files: 2 };
  const thread = { number: 1_001, subject: 'Help', state: 'pending', changed: time, expires: time };
  await open('/', () => <ThreadPage token="t" />, { ...thread, messages: [message] });
  expect(await screen.findByText('2 files attached')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    '/login?redirectFrom=%2Fsupport%2Ftickets',
  );
});

it('brings a visitor to the heading of what takes the place of the form that was sent', async () => {
  await open('/', () => <VisitorPage withCaptcha={(_email, send) => send('c')} loginPath="/login" />, {
    number: 1_001,
  });
  await userEvent.type(await screen.findByLabelText('Email'), 'ann@example.org');
  await userEvent.type(screen.getByLabelText('Subject'), 'Help');
  await userEvent.type(screen.getByLabelText(/message/i), 'Where is my deposit?');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  const heading = await screen.findByRole('heading', { level: 1, name: /#1001/ });
  // The focus follows the heading in a later turn.
  await expect.poll(() => document.activeElement).toBe(heading);
});

it('says where a file was that is gone, and offers none', async () => {
  const time = '2026-01-02T03:04:05.000Z';
  const file = { id: 'f', name: 'log.txt', kind: 'txt', bytes: 2_048, removed: true } as const;
  const message = { id: '1', author: 'user', text: 'See the log', time, attachments: [file] } as const;
  await open('/', () => <Messages messages={[message]} />);
  expect(await screen.findByText('Deleted 180 days after the ticket was closed')).toBeTruthy();
  expect(screen.getByText('log.txt')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('sends a message under one id until it is known to have arrived', async () => {
  const time = '2026-01-02T03:04:05.000Z';
  const thread = { number: 1_001, subject: 'Help', state: 'pending', changed: time, expires: time };
  await open('/', () => <ThreadPage token="t" />, { ...thread, messages: [] });
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Your reply');
  const sent: string[] = [];
  server.answer = ({ url, body }) => {
    if (!url.includes('replies')) return { body: { ...thread, messages: [] } };
    sent.push((body as { client_id: string }).client_id);
    return sent.length === 1
      ? { status: 503, body: { code: 'service_unavailable' } }
      : { body: { ...thread, messages: [] } };
  };
  const user = userEvent.setup();
  for (let count = 1; count <= 3; count += 1) {
    if (field.value === '') await user.type(field, 'Hello');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await vi.waitFor(() => expect(sent).toHaveLength(count));
    await vi.waitFor(() => expect(field.value).toBe(count === 1 ? 'Hello' : ''));
  }
  expect(sent[0]).toMatch(/^web-/);
  expect(sent[1]).toBe(sent[0]);
  expect(sent[2]).not.toBe(sent[0]);
});
