import { expect, it } from 'vitest';
import { UnfinishedBodies, UnfinishedBody } from './unfinished-bodies.ts';

it('holds no more than twice what has arrived, however small the pieces are', () => {
  const bodies = new UnfinishedBodies(1_000_000);
  const body = new UnfinishedBody('ann', () => undefined);
  for (let count = 0; count < 5_000; count += 1) bodies.append(body, Buffer.from('ä'));
  expect(bodies.bytes).toBeLessThanOrEqual(20_000);
  expect(String(body)).toBe('ä'.repeat(5_000));
  bodies.remove(body);
  expect(bodies.bytes).toBe(0);
});

it('drops the oldest body of whoever holds most when there is no more room', () => {
  const bodies = new UnfinishedBodies(100);
  const dropped: string[] = [];
  const send = (caller: string, name: string, bytes: number) =>
    bodies.append(new UnfinishedBody(caller, () => dropped.push(name)), Buffer.alloc(bytes));
  send('ann', 'of ann', 30);
  for (const name of ['first', 'second', 'third']) send('eve', name, 20);
  expect(dropped).toEqual([]);
  send('bob', 'of bob', 30);
  expect(dropped).toEqual(['first']);
  send('eve', 'fourth', 20);
  expect(dropped).toEqual(['first', 'second']);
  expect(bodies.bytes).toBe(100);
});
