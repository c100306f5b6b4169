import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createQueryClient } from '#api/queries.ts';
import { session } from '#api/session.ts';
import { type ApiServer, tokenFor } from '#api/testing/api-server.ts';
import { serveApi } from '#api/testing/serve-api.ts';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { NotificationBell } from '../header/notification-bell.tsx';
import { createTell } from './use-user-feeds.ts';

const fired = {
  id: '9',
  title: 'BTC-USDT is up to 64,105.5',
  text: 'Your alert was set at 64,100 USDT or above.',
  time: '2026-01-02T03:04:05.000Z',
  read: false,
};
const older = { ...fired, id: '4', title: 'Stop order triggered', read: true };

let server: ApiServer;

beforeAll(async () => {
  configure({ defaultHidden: true });
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await loadTexts('alerts');
});

afterEach(async () => {
  vi.unstubAllGlobals();
  cleanup();
  session.clear();
  await server?.close();
});

/** A user with notifications, of whom the server keeps what was read and dismissed. */
async function open(notifications: (typeof fired & { link?: string })[]) {
  session.save({ token: tokenFor(3_600), refreshToken: 'r' });
  let kept = notifications;
  server = await serveApi();
  server.answer = ({ method, url, body }) => {
    if (method === 'DELETE') kept = kept.filter(({ id }) => !url.endsWith(`/${id}/`));
    if (method === 'POST') {
      const { up_to, from } = body as { up_to: string; from: string };
      const isSeen = ({ id }: { id: string }) => Number(from) <= Number(id) && Number(id) <= Number(up_to);
      kept = kept.map((each) => ({ ...each, read: each.read || isSeen(each) }));
    }
    const unread = kept.filter(({ read }) => !read).length;
    const before = Number(new URL(url, 'http://test').searchParams.get('before') ?? Number.POSITIVE_INFINITY);
    const results = kept.filter(({ id }) => Number(id) < before).slice(0, 50);
    if (method === 'GET') return { body: { results, unread } };
    return { body: method === 'POST' ? { unread } : {} };
  };
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <NotificationBell />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return userEvent.setup();
}

it('counts what is new until the list was opened, and marks it there', async () => {
  const user = await open([fired, older]);
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  const entries = await screen.findAllByRole('listitem');
  expect(entries.map((entry) => entry.textContent?.startsWith('New:'))).toEqual([true, false]);
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy();
  const told = () => server.seen.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await waitFor(() => expect(told()).toEqual([{ from: '9', up_to: '9' }]));
});

it('leaves unread what was not on the screen, and says where the list ends', async () => {
  // Of three new ones, the lowest is below the edge of the list.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (seen: object[]) => void) {
        this.observe = (target: HTMLElement) => tell([{ target, isIntersecting: target.dataset.id !== '3' }]);
      }
      observe: (target: HTMLElement) => void;
      disconnect() {}
    },
  );
  const user = await open(['9', '4', '3'].map((id) => ({ ...fired, id })));
  await user.click(await screen.findByRole('button', { name: 'Notifications, 3 new' }));
  expect(await screen.findByRole('button', { name: 'Notifications, 1 new' })).toBeTruthy();
  expect(screen.getByText('That’s everything.')).toBeTruthy();
});

it('dismisses one, closes by Escape and gives the focus back', async () => {
  const user = await open([older]);
  const bell = await screen.findByRole('button', { name: 'Notifications' });
  await user.click(bell);
  await user.click(await screen.findByRole('button', { name: 'Dismiss “Stop order triggered”' }));
  expect(await screen.findByText(/No notifications yet/)).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(bell));
});

it('leads to what a notice is about, and closes over the page that opens', async () => {
  const user = await open([{ ...fired, link: '/trade/BTC-USDT' }]);
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  const link = await screen.findByRole('link', { name: /BTC-USDT is up to/ });
  expect(link.getAttribute('href')).toBe('/trade/BTC-USDT');
  await user.click(link);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('goes back page by page to the oldest', async () => {
  const all = Array.from({ length: 60 }, (_none, index) => ({ ...older, id: String(60 - index) }));
  const user = await open(all);
  await user.click(await screen.findByRole('button', { name: 'Notifications' }));
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('That’s everything.')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(60);
});

it('shows a notification once, whichever socket brings it first', () => {
  const shown: string[] = [];
  const tell = createTell(({ id }) => shown.push(id));
  for (const notice of [fired, fired, older]) tell(notice);
  expect(shown).toEqual(['9', '4']);
});
