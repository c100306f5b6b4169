import { expect, it } from 'vitest';
import { KeyedTurns } from './keyed-turns.ts';

const full = new Error('full');
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const newTurns = () => new KeyedTurns({ waitingMax: 3, onFull: () => full });

it('runs the tasks of one key in order, and those of another beside them', async () => {
  const turns = newTurns();
  const done: string[] = [];
  const first = gate();
  const tasks = [
    turns.run('ann', () => first.opened.then(() => void done.push('ann 1'))),
    turns.run('ann', async () => void done.push('ann 2')),
  ];
  await turns.run('bob', async () => void done.push('bob'));
  first.open();
  await Promise.all(tasks);
  expect(done).toEqual(['bob', 'ann 1', 'ann 2']);
});

it('refuses when too many wait, takes others afterwards, and keeps nothing', async () => {
  const turns = newTurns();
  const first = gate();
  const taken = Array.from({ length: 3 }, () => turns.run('ann', () => first.opened));
  await expect(turns.run('ann', async () => 1)).rejects.toBe(full);
  expect(await turns.run('bob', async () => 2)).toBe(2);
  first.open();
  await Promise.all(taken);
  expect(await turns.run('ann', async () => 3)).toBe(3);
  expect(turns.size).toBe(0);
});

it('goes on after a task that failed', async () => {
  const turns = newTurns();
  const failing = turns.run('ann', async () => Promise.reject(new Error('no')));
  const next = turns.run('ann', async () => 1);
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe(1);
});
