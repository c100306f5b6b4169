import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useWorker } from './use-worker.ts';

const reload = vi.fn();
const formerKey = new Uint8Array([1, 2, 3]).buffer;

/** A browser whose page is served by the worker of a build, and which may still have the worker that pushes once had. */
function browserWith(former?: object) {
  const pushManager = {
    subscribe: vi.fn(async () => ({ toJSON: () => ({ endpoint: 'https://push.example/1', keys: {} }) })),
  };
  const registration = { active: {}, installing: null, waiting: null, pushManager, update: async () => {} };
  const container = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => registration,
    getRegistration: vi.fn(async (scope: string) => (scope === '/public/' ? former : registration)),
  });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: container }));
  return { container, pushManager };
}

function Page() {
  useWorker(reload);
  return null;
}

async function openPage({ container }: Pick<ReturnType<typeof browserWith>, 'container'>) {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }]);
  render(<RouterProvider router={router} />);
  await act(() => vi.advanceTimersByTimeAsync(8_000));
  // What it does last at its start.
  await vi.waitFor(() => expect(container.getRegistration).toHaveBeenCalled());
  return { go: (path: string) => act(() => router.navigate(path)) };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubEnv('PROD', true);
  reload.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it('loads the application anew at the next change of page once another build is served, and not before', async () => {
  const browser = browserWith();
  const { go } = await openPage(browser);
  await go('/wallet');
  expect(reload).not.toHaveBeenCalled();
  browser.container.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  await go('/fees');
  expect(reload).toHaveBeenCalledOnce();
});

it('moves the subscription of the worker that pushes once had, and takes that worker away', async () => {
  const subscribed = vi.fn();
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    subscribed(url, JSON.parse(String(body)));
    return new Response(JSON.stringify({ id: '00000000-0000-4000-8000-000000000001' }));
  });
  const unregister = vi.fn(async () => true);
  const options = { applicationServerKey: formerKey };
  const browser = browserWith({
    pushManager: { getSubscription: async () => ({ options }) },
    unregister,
  });
  await openPage(browser);
  await vi.waitFor(() => expect(subscribed).toHaveBeenCalled());
  expect(unregister).toHaveBeenCalledOnce();
  expect(browser.pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: formerKey,
  });
  expect(subscribed.mock.calls[0]?.[1]).toMatchObject({ endpoint: 'https://push.example/1' });
});
