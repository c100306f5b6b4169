import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { ReachedAlert } from '../watch/alert-watch.ts';
import { FiringLine } from './firing-line.ts';

const log = pino({ level: 'silent' });

function reached(id: string): ReachedAlert {
  return { alert: { id, pair: 'BTC-USDT', metric: 'price', direction: 'above', value: 5n }, at: 6n };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => reached(String(index)));

function openLine(fire: (ids: string[]) => Promise<void>, { retryMs = 0 } = {}) {
  const given: string[] = [];
  const line = new FiringLine({
    fire: (alerts) => fire(alerts.map(({ alert }) => alert.id)),
    giveBack: ({ alert }) => given.push(alert.id),
    log,
    retryMs,
  });
  return { line, given };
}

it('fires many at a time, each once', async () => {
  const fired: string[][] = [];
  const { line } = openLine(async (ids) => void fired.push(ids));
  line.put(many(120));
  expect(line.isIdle).toBe(false);
  await line.settled();
  expect(line.isIdle).toBe(true);
  expect(fired.length).toBeLessThanOrEqual(4);
  expect(new Set(fired.flat()).size).toBe(120);
  expect(fired.flat()).toHaveLength(120);
});

it('lets the others fire when one never does, and gives that one back', async () => {
  const fired: string[] = [];
  const { line, given } = openLine(async (ids) => {
    if (ids.includes('7')) throw new Error('no');
    fired.push(...ids);
  });
  line.put(many(20));
  await line.settled();
  expect(fired).toHaveLength(19);
  expect(given).toEqual(['7']);
});

it('tries again after a failure that passes', async () => {
  let failures = 2;
  const fired: string[] = [];
  const { line, given } = openLine(async (ids) => {
    failures -= 1;
    if (failures >= 0) throw new Error('not now');
    fired.push(...ids);
  });
  line.put(many(3));
  await line.settled();
  expect(fired.sort()).toEqual(['0', '1', '2']);
  expect(given).toEqual([]);
});

it('does not hold up a stop with what fails, nor says that it has fired', async () => {
  const { line, given } = openLine(
    async () => {
      throw new Error('gone');
    },
    { retryMs: 60_000 },
  );
  line.put(many(3));
  await line.stop();
  expect(line.isIdle).toBe(false);
  expect(given).toEqual([]);
});
