import type { Order } from '@emporion/contracts/rest';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TradingSocket } from '#live/trading-socket.ts';
import { createOpenOrdersStore } from './open-orders.ts';
import { sampleOrder } from './testing/sample-order.ts';

/** Hands out what it is told to, page by page. */
function fakeSocket() {
  const feeds = new Map<number, (message: { results: readonly Order[]; total_pages: number }) => void>();
  const subscribe = ({ params }: { params: { page: number } }, listener: never) => {
    feeds.set(params.page, listener);
    return () => feeds.delete(params.page);
  };
  return {
    socket: { subscribe } as unknown as Pick<TradingSocket, 'subscribe'>,
    pages: () => [...feeds.keys()],
    tell: (results: readonly Order[], { page = 1, total_pages = 1 } = {}) =>
      feeds.get(page)?.({ results, total_pages }),
  };
}

const order = (id: number, change: Partial<Order> = {}): Order => ({
  ...sampleOrder,
  id: String(id),
  time: new Date(1_779_012_000_000 + id * 1_000).toISOString(),
  ...change,
});

let feed: ReturnType<typeof fakeSocket>;
let store: ReturnType<typeof createOpenOrdersStore>;
let stop: () => void;
const ids = () => store.read().list.map(({ id }) => id);
const flush = () => vi.advanceTimersByTime(100);

beforeEach(() => {
  vi.useFakeTimers();
  feed = fakeSocket();
  store = createOpenOrdersStore(feed.socket);
  stop = store.subscribe(() => {});
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('follows every page that there is, newest first, and lets go of those that are gone', () => {
  expect(store.read().ready).toBe(false);
  feed.tell([order(3), order(2)], { total_pages: 2 });
  feed.tell([order(1)], { page: 2, total_pages: 2 });
  flush();
  expect(ids()).toEqual(['3', '2', '1']);
  feed.tell([order(3)]);
  flush();
  expect(ids()).toEqual(['3']);
  expect(feed.pages()).toEqual([1]);
});

it('shows an order as soon as the server has answered, before the feed tells of it', () => {
  feed.tell([]);
  flush();
  const arrived = store.send(order(9, { id: 'sending-1' }));
  expect(store.read().sending).toHaveLength(1);
  store.acknowledge(order(9));
  arrived();
  expect(store.read().sending).toEqual([]);
  expect(ids()).toEqual(['9']);
  // A message from before the order was taken does not hide it again.
  feed.tell([]);
  flush();
  expect(ids()).toEqual(['9']);
  feed.tell([order(9, { filled: '0.1' })]);
  flush();
  expect(store.read().list[0]?.filled).toBe('0.1');
});

it('forgets an order that the feed never names: it closed before it was told', () => {
  feed.tell([]);
  store.acknowledge(order(9));
  vi.advanceTimersByTime(2_000);
  expect(ids()).toEqual([]);
});

it('takes a cancelled order away at once, and an amended one in', () => {
  feed.tell([order(2), order(1)]);
  flush();
  store.acknowledge(order(2, { status: 'cancelled' }));
  store.acknowledge(order(1, { price: '61000' }));
  expect(store.read().list.map(({ id, price }) => [id, price])).toEqual([['1', '61000']]);
});

it('shows nothing of an order that was filled at once', () => {
  feed.tell([]);
  flush();
  store.acknowledge(order(9, { status: 'filled' }));
  expect(ids()).toEqual([]);
});
