import { expect, it } from 'vitest';
import { AccountLines } from './account-lines.ts';

const full = new Error('full');
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const newLines = () => new AccountLines({ waitingMax: 3, onFull: () => full });

it('runs the tasks of one key in order, and those of another beside them', async () => {
  const lines = newLines();
  const done: string[] = [];
  const first = gate();
  const tasks = [
    lines.run('ann', () => first.opened.then(() => void done.push('ann 1'))),
    lines.run('ann', async () => void done.push('ann 2')),
  ];
  await lines.run('bob', async () => void done.push('bob'));
  first.open();
  await Promise.all(tasks);
  expect(done).toEqual(['bob', 'ann 1', 'ann 2']);
});

it('refuses when too many wait, takes others afterwards, and keeps nothing', async () => {
  const lines = newLines();
  const first = gate();
  const taken = Array.from({ length: 3 }, () => lines.run('ann', () => first.opened));
  await expect(lines.run('ann', async () => 1)).rejects.toBe(full);
  expect(await lines.run('bob', async () => 2)).toBe(2);
  first.open();
  await Promise.all(taken);
  expect(await lines.run('ann', async () => 3)).toBe(3);
  expect(lines.size).toBe(0);
});

it('goes on after a task that failed', async () => {
  const lines = newLines();
  const failing = lines.run('ann', async () => Promise.reject(new Error('no')));
  const next = lines.run('ann', async () => 1);
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe(1);
});
