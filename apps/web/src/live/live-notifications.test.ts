// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStore } from '#api/browser-storage.ts';
import { createSession } from '#api/session-store.ts';
import { liveNotificationRules } from './connection.ts';
import { createLiveNotifications } from './live-notifications.ts';
import { type SocketServer, startSocketServer } from './testing/socket-server.ts';

const session = createSession(memoryStore());
session.save({ token: 'a', refreshToken: 'r' });
const notification = { id: '1', title: 'Deposit', text: '0.5 BTC arrived.', time: '2026-01-01T00:00:00Z' };

let server: SocketServer;
beforeEach(async () => {
  server = await startSocketServer();
});
afterEach(() => server.close());

it('has the rules of the specification', () => {
  expect(liveNotificationRules).toEqual({ delayMs: 3_000, attemptsMax: 3 });
});

it('says who listens, and hands on each notification', async () => {
  const onNotification = vi.fn();
  const live = createLiveNotifications({ origin: server.origin, session, onNotification });
  live.open();
  const peer = await server.connection(1);
  await peer.saw((message) => JSON.stringify(message) === '{"token":"a"}');
  peer.send({ kind: 'user_notification', results: [notification, { ...notification, id: '2' }] });
  await vi.waitUntil(() => onNotification.mock.calls.length === 2, { interval: 1 });
  expect(onNotification).toHaveBeenNthCalledWith(1, notification);
  live.close();
});

it('hands a fresh token on, so that the server does not close it with the old one', async () => {
  const live = createLiveNotifications({ origin: server.origin, session, onNotification: () => {} });
  live.open();
  const peer = await server.connection(1);
  await peer.saw((message) => JSON.stringify(message) === '{"token":"a"}');
  session.save({ token: 'b', refreshToken: 'r2' });
  await peer.saw((message) => JSON.stringify(message) === '{"token":"b"}');
  live.close();
  session.save({ token: 'a', refreshToken: 'r' });
});

it('gives up after three attempts to connect again', async () => {
  const rules = { ...liveNotificationRules, delayMs: 2 };
  const live = createLiveNotifications({ origin: server.origin, session, onNotification: () => {}, rules });
  live.open();
  for (const number of [1, 2, 3, 4]) {
    const peer = await server.connection(number);
    peer.close(1012);
  }
  await vi.waitUntil(() => live.state() === 'given-up', { interval: 1 });
  expect(server.peers).toHaveLength(4);
  live.close();
});
