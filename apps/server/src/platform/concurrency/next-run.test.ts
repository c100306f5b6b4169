import { expect, it } from 'vitest';
import { nextRun } from './next-run.ts';

it('gives each caller a run that began after the call, one run at a time', async () => {
  const runs: ((value: number) => void)[] = [];
  const ask = nextRun(() => new Promise<number>((resolve) => runs.push(resolve)));
  const first = ask();
  const late = [ask(), ask()];
  expect(runs).toHaveLength(1);
  runs[0]?.(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(runs).toHaveLength(2);
  runs[1]?.(2);
  expect(await Promise.all(late)).toEqual([2, 2]);
  expect(runs).toHaveLength(2);
});

it('runs again after a failure, also for those who waited', async () => {
  const answers = [Promise.reject(new Error('broken')), Promise.resolve('whole')];
  const ask = nextRun(() => answers.shift() as Promise<string>);
  const [first, late] = [ask(), ask()];
  await expect(first).rejects.toThrow('broken');
  expect(await late).toBe('whole');
});
