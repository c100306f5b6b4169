import { expect, it } from 'vitest';
import { FairTurns } from './fair-turns.ts';

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

it('lets an owner who wants one thing go before the second of one who wants many', async () => {
  const turns = new FairTurns(1);
  const done: string[] = [];
  const greedy = [1, 2, 3].map((number) => turns.run('greedy', () => done.push(`greedy ${number}`)));
  const modest = turns.run('modest', () => done.push('modest'));
  await Promise.all([...greedy, modest]);
  expect(done).toEqual(['greedy 1', 'modest', 'greedy 2', 'greedy 3']);
});

it('does as many pieces at once as it may, and one of each owner', async () => {
  const turns = new FairTurns(2);
  const { open, opened } = gate();
  let [now, most] = [0, 0];
  const work = async () => {
    now += 1;
    most = Math.max(most, now);
    await opened;
    now -= 1;
  };
  const all = ['a', 'a', 'a', 'b', 'c'].map((owner) => turns.run(owner, work));
  open();
  await Promise.all(all);
  expect(most).toBe(2);
});

it('hands on what work answers and how it fails, and goes on', async () => {
  const turns = new FairTurns(1);
  const failing = turns.run('a', () => {
    throw new Error('late');
  });
  await expect(failing).rejects.toThrow('late');
  expect(await turns.run('a', async () => 7)).toBe(7);
});

it('refuses an owner who has too many in line, and nobody else', async () => {
  const turns = new FairTurns(1, 2);
  const { open, opened } = gate();
  const held = [1, 2, 3].map(() => turns.run('greedy', () => opened));
  await expect(turns.run('greedy', () => 4)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
  const modest = turns.run('modest', () => 'served');
  open();
  expect(await modest).toBe('served');
  await Promise.all(held);
});
