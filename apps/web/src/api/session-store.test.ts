// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { memoryStore } from './browser-storage.ts';
import { createSession } from './session-store.ts';

it('counts a visitor as logged in exactly while a token is stored', () => {
  const storage = memoryStore();
  const session = createSession(storage);
  expect(session.isLoggedIn()).toBe(false);
  session.save({ token: 'a', refreshToken: 'r', email: 'trader@emporion.test' });
  expect(session.isLoggedIn()).toBe(true);
  session.clear();
  expect(session.isLoggedIn()).toBe(false);
});

it('keeps its values under the keys that the specification fixes, and clears all three', () => {
  const storage = memoryStore();
  const session = createSession(storage);
  session.save({ token: 'a', refreshToken: 'r', email: 'trader@emporion.test' });
  const read = () => ['token', 'refresh_token', 'email'].map((key) => storage.getItem(key));
  expect(read()).toEqual(['a', 'r', 'trader@emporion.test']);
  session.clear();
  expect(read()).toEqual([null, null, null]);
});

it('keeps the e-mail when only the tokens are renewed', () => {
  const session = createSession(memoryStore());
  session.save({ token: 'a', refreshToken: 'r', email: 'trader@emporion.test' });
  session.save({ token: 'b', refreshToken: 's' });
  expect(session.read()).toEqual({ token: 'b', refreshToken: 's', email: 'trader@emporion.test' });
});

it('returns one and the same snapshot until something changes', () => {
  const session = createSession(memoryStore());
  session.save({ token: 'a', refreshToken: 'r' });
  const first = session.read();
  expect(session.read()).toBe(first);
  session.save({ token: 'b', refreshToken: 'r' });
  expect(session.read()).not.toBe(first);
});

it('tells its listeners of changes here and in other tabs, and of nothing else', () => {
  const events = new EventTarget();
  const session = createSession(memoryStore(), events);
  const listener = vi.fn();
  const stop = session.subscribe(listener);
  session.save({ token: 'a', refreshToken: 'r' });
  expect(listener).toHaveBeenCalledTimes(1);
  const fromOtherTab = (key: string | null) =>
    events.dispatchEvent(Object.assign(new Event('storage'), { key }));
  fromOtherTab('token');
  fromOtherTab(null);
  expect(listener).toHaveBeenCalledTimes(3);
  fromOtherTab('planguage');
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  session.clear();
  expect(listener).toHaveBeenCalledTimes(3);
});
