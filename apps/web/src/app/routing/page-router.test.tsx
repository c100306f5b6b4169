import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Link, Outlet, useParams, useSearchParams } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppRouter } from '../router.tsx';
import { PageRouter } from './page-router.ts';
import type { PageRoute } from './route.ts';

const Layout = () => {
  const [opened] = useState(() => Math.random());
  return (
    <div data-testid="layout" data-opened={opened}>
      <Link to="/coins/eth?from=link">Ether</Link>
      <Link to="/secret">Secret</Link>
      <Outlet />
    </div>
  );
};
const Home = () => <h1>Home</h1>;
const Coin = () => {
  const [search, setSearch] = useSearchParams();
  return (
    <h1>
      <button type="button" onClick={() => setSearch({ from: 'button' }, { replace: true })}>
        {useParams().coin} from {search.get('from')}
      </button>
    </h1>
  );
};
const Broken = () => {
  throw new Error('This page is broken.');
};

const page = (path: string): PageRoute => ({
  ...{ path, name: path, needsLogin: false, layout: 'full', title: '' },
  load: async () => Home,
});
const pages = ['/home', '/coins/:coin', '/secret', '/broken'].map(page);
const components: Record<string, () => React.JSX.Element> = {
  '/home': Home,
  '/coins/:coin': Coin,
  '/broken': Broken,
};

let elsewhere: Record<string, string> = {};
const load = vi.fn(async ({ path }: PageRoute) => ({ Component: components[path] ?? Home }));
let router: PageRouter;

async function open(path: string) {
  window.history.replaceState(null, '', `/account${path}`);
  router = new PageRouter({
    pages,
    redirects: [
      { path: '/', to: '/home' },
      { path: '*', to: '/home' },
    ],
    guard: async ({ path }) => elsewhere[path] ?? null,
    load,
    loadLayout: async () => ({ Component: Layout }),
  });
  await router.start();
  render(<AppRouter router={router} />);
}

const address = () => window.location.pathname + window.location.search;
const heading = async (text: string) => (await screen.findByRole('heading')).textContent === text;

beforeEach(() => {
  elsewhere = { '/secret': '/home' };
  // As newer browsers do.
  vi.stubGlobal(
    'scrollTo',
    vi.fn(async () => {}),
  );
});
afterEach(() => {
  router.stop();
  cleanup();
  load.mockClear();
});

it('follows redirects without a trace and goes on by links, with parameters and query, in the same layout', async () => {
  const before = window.history.length;
  await open('/');
  expect([address(), await heading('Home'), window.history.length]).toEqual(['/account/home', true, before]);
  const { opened } = screen.getByTestId('layout').dataset;
  fireEvent.click(screen.getByText('Ether'));
  fireEvent.click(await screen.findByRole('button', { name: 'eth from link' }));
  await screen.findByRole('button', { name: 'eth from button' });
  expect([address(), window.history.length]).toEqual(['/account/coins/eth?from=button', before + 1]);
  expect(screen.getByTestId('layout').dataset.opened).toBe(opened);
  expect(load).toHaveBeenCalledTimes(2);
});

it('goes back to where a page was left, and begins a new one at its top', async () => {
  await open('/home');
  vi.stubGlobal('scrollY', 420);
  fireEvent.click(screen.getByText('Ether'));
  await screen.findByRole('button', { name: 'eth from link' });
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0);
  window.history.back();
  await screen.findByText('Home');
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 420);
});

it('fetches nothing of a page that the guard forbids, and leaves one that it forbids later', async () => {
  await open('/coins/btc');
  fireEvent.click(screen.getByText('Secret'));
  await screen.findByText('Home');
  expect(load.mock.calls.map(([{ path }]) => path)).toEqual(['/coins/:coin', '/home']);
  elsewhere = { '/home': '/coins/xrp' };
  await act(() => router.revalidate());
  expect([address(), screen.getByRole('heading').textContent]).toEqual(['/account/coins/xrp', 'xrp from ']);
});

it('shows the page that was asked for last, whichever comes first', async () => {
  await open('/home');
  let come = (): void => {};
  load.mockImplementationOnce(() => new Promise((resolve) => (come = () => resolve({ Component: Coin }))));
  const first = router.navigate('/coins/btc');
  await act(() => router.navigate('/home'));
  come();
  await act(() => first);
  expect([address(), await heading('Home')]).toEqual(['/account/home', true]);
});

it('says that a page is broken, and lets people go on from it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await open('/broken');
  expect(screen.getByRole('alert')).toBeTruthy();
  fireEvent.click(screen.getByText('Ether'));
  expect(await screen.findByRole('button', { name: 'eth from link' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
