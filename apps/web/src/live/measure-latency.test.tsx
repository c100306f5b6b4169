import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { measureLatency } from './measure-latency.ts';

type Listener = (message: never) => void;

/** A socket whose answers the test gives by hand; the real one is tested with pings elsewhere. */
function fakeSocket() {
  const pings: number[] = [];
  let pong: Listener = () => {};
  let changed = (): void => {};
  return {
    pings,
    pong: (ping: number) => pong({ kind: 'pong', ping } as never),
    reconnected: () => changed(),
    socket: {
      ping: (ping: number) => pings.push(ping) > 0,
      on: (_kind: string, listener: Listener) => {
        pong = listener;
        return () => {};
      },
      state: () => 'open' as const,
      onStateChange: (listener: () => void) => {
        changed = listener;
        return () => {};
      },
    },
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('publishes how long the last answer took, and nothing of a connection that is gone', () => {
  const { socket, pings, pong, reconnected } = fakeSocket();
  const seen: (number | null)[] = [];
  const stop = measureLatency({
    socket,
    isShown: () => true,
    publish: (ms) => seen.push(ms),
    intervalMs: 1_000,
  });
  vi.advanceTimersByTime(1_000);
  vi.advanceTimersByTime(12);
  pong(1);
  reconnected();
  pong(1);
  expect(pings).toEqual([1, 2]);
  expect(seen).toEqual([12, null]);
  stop();
  vi.advanceTimersByTime(5_000);
  expect(pings).toHaveLength(2);
});

it('asks nothing while nobody looks', () => {
  const { socket, pings } = fakeSocket();
  const stop = measureLatency({ socket, isShown: () => false, publish: () => {}, intervalMs: 1_000 });
  vi.advanceTimersByTime(5_000);
  expect(pings).toEqual([]);
  stop();
});
