// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStore } from '#api/browser-storage.ts';
import { createSession, type Session } from '#api/session-store.ts';
import { type SocketServer, startSocketServer } from './testing/socket-server.ts';
import { createTradingSocket, type TradingSocket } from './trading-socket.ts';

const quick = { delayMs: 5, attemptsMax: Number.POSITIVE_INFINITY };
const trades = { name: 'trades', params: { pair: 'BTC-USDT' } } as const;
const balance = { name: 'balance', params: {} } as const;
const addTrades = { command: 'add_trades', params: { pair: 'BTC-USDT' } };
const delTrades = { command: 'del_trades', params: { pair: 'BTC-USDT' } };
const state = (sequence: number, pair = 'BTC-USDT') => ({ kind: 'trades', sequence, pair, results: [] });
const accepted = { kind: 'user_notification', results: [] };
const is = (wanted: object) => (message: unknown) => JSON.stringify(message) === JSON.stringify(wanted);

let server: SocketServer;
let session: Session;
let socket: TradingSocket;

beforeEach(async () => {
  server = await startSocketServer();
  session = createSession(memoryStore());
  socket = createTradingSocket({ origin: server.origin, session, rules: quick, lingerMs: 0 });
});
afterEach(async () => {
  socket.close();
  await server.close();
});

it('opens no connection until something needs one', async () => {
  expect(socket.state()).toBe('idle');
  socket.subscribe(trades, () => {});
  expect(socket.state()).toBe('connecting');
  await server.connection(1);
  expect(server.peers).toHaveLength(1);
});

it('asks once for what two listeners want, and lets go after the last of them', async () => {
  const stopFirst = socket.subscribe(trades, () => {});
  const stopSecond = socket.subscribe(trades, () => {});
  const release = socket.keepOpen();
  const peer = await server.connection(1);
  await peer.saw(is(addTrades));
  stopFirst();
  stopSecond();
  await peer.saw(is(delTrades));
  expect(peer.received).toEqual([addTrades, delTrades]);
  release();
});

it('closes once nothing needs it any more', async () => {
  const stop = socket.subscribe(trades, () => {});
  await server.connection(1);
  const idle = new Promise<void>((resolve) => {
    socket.onStateChange(() => socket.state() === 'idle' && resolve());
  });
  stop();
  await idle;
});

it('connects again after a loss and subscribes anew, and tells the state meanwhile', async () => {
  const states: string[] = [];
  socket.onStateChange(() => states.push(socket.state()));
  socket.subscribe(trades, () => {});
  const first = await server.connection(1);
  await first.saw(is(addTrades));
  first.close(1012);
  const second = await server.connection(2);
  await second.saw(is(addTrades));
  expect(states).toEqual(['connecting', 'open', 'reconnecting', 'open']);
});

it('sends the token first, and private subscriptions only once it has been accepted', async () => {
  session.save({ token: 'a', refreshToken: 'r' });
  socket.subscribe(balance, () => {});
  socket.subscribe(trades, () => {});
  const peer = await server.connection(1);
  await peer.saw(is(addTrades));
  expect(peer.received).toEqual([{ token: 'a' }, addTrades]);
  expect(socket.isAuthenticated()).toBe(false);
  peer.send(accepted);
  await peer.saw(is({ command: 'add_balance', params: {} }));
  expect(socket.isAuthenticated()).toBe(true);
});

it('sends a renewed token, and a null token on logout', async () => {
  session.save({ token: 'a', refreshToken: 'r' });
  socket.keepOpen();
  const peer = await server.connection(1);
  await peer.saw(is({ token: 'a' }));
  peer.send(accepted);
  await vi.waitUntil(() => socket.isAuthenticated(), { interval: 1 });
  session.save({ token: 'b', refreshToken: 's' });
  await peer.saw(is({ token: 'b' }));
  expect(socket.isAuthenticated()).toBe(true);
  session.clear();
  await peer.saw(is({ token: null }));
  expect(socket.isAuthenticated()).toBe(false);
});

it('does not send a token again over which the server closed the connection', async () => {
  session.save({ token: 'ended', refreshToken: 'r' });
  socket.subscribe(trades, () => {});
  const first = await server.connection(1);
  await first.saw(is({ token: 'ended' }));
  first.close(4401);
  const second = await server.connection(2);
  await second.saw(is(addTrades));
  expect(second.received).toEqual([addTrades]);
});

it('subscribes again after a gap, and drops what came before the new whole state', async () => {
  const seen: number[] = [];
  socket.subscribe(trades, ({ sequence }) => seen.push(sequence));
  const peer = await server.connection(1);
  await peer.saw(is(addTrades));
  for (const sequence of [0, 1, 3, 4]) peer.send(state(sequence));
  await peer.saw(is(delTrades));
  peer.send(state(0));
  peer.send(state(1));
  await vi.waitUntil(() => seen.length === 4, { interval: 1 });
  expect(seen).toEqual([0, 1, 0, 1]);
  expect(peer.received).toEqual([addTrades, delTrades, addTrades]);
});

it('gives a message only to the subscription it belongs to', async () => {
  const bitcoin = vi.fn();
  const ether = vi.fn();
  socket.subscribe(trades, bitcoin);
  socket.subscribe({ name: 'trades', params: { pair: 'ETH-USDT' } }, ether);
  const peer = await server.connection(1);
  peer.send(state(0, 'ETH-USDT'));
  await vi.waitUntil(() => ether.mock.calls.length === 1, { interval: 1 });
  expect(bitcoin).not.toHaveBeenCalled();
});

it('ignores what is not JSON, not of a known kind, or not by the contract', async () => {
  const listener = vi.fn();
  socket.subscribe(trades, listener);
  const peer = await server.connection(1);
  peer.send('{"kind":');
  peer.send({ kind: 'weather', sunny: true });
  peer.send({ kind: 'trades', sequence: 0, pair: 'BTC-USDT', results: 'none' });
  peer.send(state(0));
  await vi.waitUntil(() => listener.mock.calls.length > 0, { interval: 1 });
  expect(listener).toHaveBeenCalledTimes(1);
  expect(socket.state()).toBe('open');
});

it('tells of deals without a subscription', async () => {
  const deals = vi.fn();
  socket.on('deals', deals);
  socket.keepOpen();
  const peer = await server.connection(1);
  peer.send({ kind: 'deals', results: [] });
  await vi.waitUntil(() => deals.mock.calls.length === 1, { interval: 1 });
});
