import { expect, it } from 'vitest';
import { keepRunning } from './keep-running.ts';

class Child {
  stops = 0;
  #end: () => void = () => undefined;
  readonly ended = new Promise<void>((done) => {
    this.#end = done;
  });

  die = () => this.#end();

  stop = async () => {
    this.stops += 1;
    this.#end();
  };
}

it('starts a process again after it died and after starts that failed, until it is stopped', async () => {
  const children: Child[] = [];
  const seen: string[] = [];
  let fails = 0;
  let restarted: () => void = () => undefined;
  const kept = await keepRunning({
    start: async () => {
      if (fails > 0) {
        fails -= 1;
        throw new Error('no');
      }
      children.push(new Child());
      return children.at(-1) as Child;
    },
    onEnded: () => void seen.push('ended'),
    onStartFailed: () => void seen.push('failed'),
    onRestarted: () => {
      seen.push('restarted');
      restarted();
    },
    pausesMs: { min: 1, max: 2 },
  });
  for (const failing of [0, 2]) {
    fails = failing;
    const again = new Promise<void>((done) => {
      restarted = done;
    });
    kept.current.die();
    await again;
  }
  expect(seen).toEqual(['ended', 'restarted', 'ended', 'failed', 'failed', 'restarted']);
  expect(kept.current).toBe(children[2]);
  await kept.stop();
  expect(children).toHaveLength(3);
  expect(children[2]?.stops).toBeGreaterThan(0);
  expect(seen).toHaveLength(6);
});

it('says why a first start failed', async () => {
  const none = { onEnded: () => undefined, onStartFailed: () => undefined, onRestarted: () => undefined };
  await expect(keepRunning({ ...none, start: () => Promise.reject(new Error('no key')) })).rejects.toThrow(
    'no key',
  );
});
