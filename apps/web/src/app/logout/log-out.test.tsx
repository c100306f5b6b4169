import { afterEach, expect, it, vi } from 'vitest';
import { session } from '#api/session.ts';
import { logOut } from './log-out.ts';

const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + 600 }));
const token = `e30.${claims}.signature`;

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['the server has ended it', async () => new Response('{}')],
  ['the server cannot be reached', () => Promise.reject(new TypeError('The network is gone.'))],
])('clears the session and then loads the root page anew when %s', async (_, answer) => {
  const fetched = vi.fn(answer);
  vi.stubGlobal('fetch', fetched);
  session.save({ token, refreshToken: 'r', email: 'trader@emporion.test' });
  const load = vi.fn(() => expect(session.read()).toEqual({ token: null, refreshToken: null, email: null }));
  await logOut(load);
  expect(fetched).toHaveBeenCalledWith(
    '/api/v1/auth/logout/',
    expect.objectContaining({ headers: expect.objectContaining({ authorization: `Bearer ${token}` }) }),
  );
  expect(load).toHaveBeenCalledWith('/account/');
});
