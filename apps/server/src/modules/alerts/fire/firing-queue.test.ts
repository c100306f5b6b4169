import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { ReachedAlert } from '../watch/alert-watch.ts';
import { FiringQueue } from './firing-queue.ts';

const log = pino({ level: 'silent' });

function reached(id: string): ReachedAlert {
  return { alert: { id, pair: 'BTC-USDT', metric: 'price', direction: 'above', value: 5n }, at: 6n };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => reached(String(index)));

function openQueue(fire: (ids: string[]) => Promise<void>, { retryMs = 0 } = {}) {
  const given: string[] = [];
  const queue = new FiringQueue({
    fire: (alerts) => fire(alerts.map(({ alert }) => alert.id)),
    giveBack: ({ alert }) => given.push(alert.id),
    log,
    retryMs,
  });
  return { queue, given };
}

it('fires many at a time, each once', async () => {
  const fired: string[][] = [];
  const { queue } = openQueue(async (ids) => void fired.push(ids));
  queue.put(many(120));
  expect(queue.isIdle).toBe(false);
  await queue.settled();
  expect(queue.isIdle).toBe(true);
  expect(fired.length).toBeLessThanOrEqual(4);
  expect(new Set(fired.flat()).size).toBe(120);
  expect(fired.flat()).toHaveLength(120);
});

it('lets the others fire when one never does, and gives that one back', async () => {
  const fired: string[] = [];
  const { queue, given } = openQueue(async (ids) => {
    if (ids.includes('7')) throw new Error('no');
    fired.push(...ids);
  });
  queue.put(many(20));
  await queue.settled();
  expect(fired).toHaveLength(19);
  expect(given).toEqual(['7']);
});

it('tries again after a failure that passes', async () => {
  let failures = 2;
  const fired: string[] = [];
  const { queue, given } = openQueue(async (ids) => {
    failures -= 1;
    if (failures >= 0) throw new Error('not now');
    fired.push(...ids);
  });
  queue.put(many(3));
  await queue.settled();
  expect(fired.sort()).toEqual(['0', '1', '2']);
  expect(given).toEqual([]);
});

it('does not hold up a stop with what fails, nor says that it has fired', async () => {
  const { queue, given } = openQueue(
    async () => {
      throw new Error('gone');
    },
    { retryMs: 60_000 },
  );
  queue.put(many(3));
  await queue.stop();
  expect(queue.isIdle).toBe(false);
  expect(given).toEqual([]);
});
