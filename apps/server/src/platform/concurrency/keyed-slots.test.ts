import { expect, it } from 'vitest';
import { KeyedSlots } from './keyed-slots.ts';

function held(slots: KeyedSlots) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (key: string, name: string) =>
    slots.run(key, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  return { begun, ends, run };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs a few tasks of a key at once, in their order, and those of another key beside them', async () => {
  const slots = new KeyedSlots({ atOnceMax: 2, waitingMax: 2, onFull: () => new Error('full') });
  const { begun, ends, run } = held(slots);
  const all = ['1', '2', '3', '4'].map((name) => run('ann', name));
  await expect(run('ann', '5')).rejects.toThrow('full');
  all.push(run('bob', 'other'));
  expect(begun).toEqual(['1', '2', 'other']);
  ends[1]?.();
  await settled();
  expect(begun).toEqual(['1', '2', 'other', '3']);
  for (const end of ends) end();
  await settled();
  for (const end of ends) end();
  expect(await Promise.all(all)).toEqual(['1', '2', '3', '4', 'other']);
  expect(slots.size).toBe(0);
});

it('gives the place of a task that fails to the next one', async () => {
  const slots = new KeyedSlots({ atOnceMax: 1, waitingMax: 1, onFull: () => new Error('full') });
  const fails = slots.run('ann', () => Promise.reject(new Error('broken')));
  const next = slots.run('ann', () => 'done');
  await expect(fails).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
