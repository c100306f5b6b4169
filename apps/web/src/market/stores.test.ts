// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStore } from '#api/browser-storage.ts';
import { createSession } from '#api/session-store.ts';
import { type SocketServer, startSocketServer } from '#live/testing/socket-server.ts';
import { createTradingSocket, type TradingSocket } from '#live/trading-socket.ts';
import { createMarketStores } from './stores.ts';

const key = { pair: 'BTC-USDT', precision: '0.01' };
const asks = (command: string, precision: string) => (message: unknown) =>
  JSON.stringify(message) === JSON.stringify({ command, params: { pair: 'BTC-USDT', precision } });
const stack = (sequence: number, bids: [string, string][], precision = '0.01') => ({
  kind: 'stack',
  sequence,
  pair: 'BTC-USDT',
  precision,
  bids,
  asks: [],
});

let server: SocketServer;
let socket: TradingSocket;

beforeEach(async () => {
  server = await startSocketServer();
  socket = createTradingSocket({
    origin: server.origin,
    session: createSession(memoryStore()),
    rules: { delayMs: 5, attemptsMax: Number.POSITIVE_INFINITY },
    lingerMs: 0,
  });
});
afterEach(async () => {
  socket.close();
  await server.close();
});

it('asks once for all readers of a book, and lets go with the last', async () => {
  const { book } = createMarketStores(socket);
  const release = socket.keepOpen();
  const stops = [book(key).subscribe(() => {}), book(key).subscribe(() => {})];
  const peer = await server.connection(1);
  await peer.saw(asks('add_stack', '0.01'));
  for (const stop of stops) stop();
  await peer.saw(asks('del_stack', '0.01'));
  expect(peer.received).toHaveLength(2);
  release();
});

it('keeps the books of two steps apart', async () => {
  const { book } = createMarketStores(socket);
  const [fine, coarse] = [book(key), book({ ...key, precision: '10' })];
  fine.subscribe(() => {});
  coarse.subscribe(() => {});
  const peer = await server.connection(1);
  await peer.saw(asks('add_stack', '10'));
  peer.send(stack(0, [['99.5', '1']]));
  peer.send(stack(0, [['90', '7']], '10'));
  await vi.waitUntil(() => coarse.latest().ready);
  expect(fine.latest().bids.map(({ price }) => price)).toEqual(['99.5']);
  expect(coarse.latest().bids.map(({ price }) => price)).toEqual(['90']);
});

it('tells its readers once of many changes, with the state of the last', async () => {
  const store = createMarketStores(socket).book(key);
  const told: string[] = [];
  store.subscribe(() => told.push(store.read().bids[0]?.quantity ?? ''));
  const peer = await server.connection(1);
  await peer.saw(asks('add_stack', '0.01'));
  peer.send(stack(0, [['99', '0.5']]));
  for (let sequence = 1; sequence <= 60; sequence += 1)
    peer.send(stack(sequence, [['99', String(sequence)]]));
  await vi.waitUntil(() => store.read().bids[0]?.quantity === '60');
  expect(told.at(-1)).toBe('60');
  expect(told.length).toBeLessThan(10);
});

it('shows nothing old to whoever comes back', async () => {
  const store = createMarketStores(socket).book(key);
  const stop = store.subscribe(() => {});
  const peer = await server.connection(1);
  await peer.saw(asks('add_stack', '0.01'));
  peer.send(stack(0, [['99', '1']]));
  await vi.waitUntil(() => store.read().ready);
  stop();
  expect(store.read().ready).toBe(false);
});

it('has the right book again after the server restarted', async () => {
  const store = createMarketStores(socket).book(key);
  store.subscribe(() => {});
  const first = await server.connection(1);
  await first.saw(asks('add_stack', '0.01'));
  first.send(
    stack(0, [
      ['99', '1'],
      ['98', '1'],
    ]),
  );
  await vi.waitUntil(() => store.latest().ready);
  first.close(1001);
  const second = await server.connection(2);
  await second.saw(asks('add_stack', '0.01'));
  second.send(stack(0, [['97', '3']]));
  await vi.waitUntil(() => store.read().bids[0]?.price === '97');
  expect(store.read().bids).toHaveLength(1);
});
