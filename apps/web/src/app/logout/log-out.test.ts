import { expect, it, vi } from 'vitest';
import { session } from '#api/session.ts';
import { logOut } from './log-out.ts';

it('clears the session and then loads the root page anew', () => {
  session.save({ token: 'a', refreshToken: 'r', email: 'trader@emporion.test' });
  const load = vi.fn(() => expect(session.read()).toEqual({ token: null, refreshToken: null, email: null }));
  logOut(load);
  expect(load).toHaveBeenCalledWith('/account/');
});
