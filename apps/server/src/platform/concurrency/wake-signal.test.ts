import { expect, it } from 'vitest';
import { WakeSignal } from './wake-signal.ts';

const soon = 10_000;

it('wakes whoever waits', async () => {
  const signal = new WakeSignal();
  const waiting = signal.wait(soon);
  signal.raise();
  await waiting;
});

it('remembers one signal that nobody waited for, however often it was raised', async () => {
  const signal = new WakeSignal();
  signal.raise();
  signal.raise();
  await signal.wait(soon);
  let isOver = false;
  const second = signal.wait(soon).then(() => {
    isOver = true;
  });
  await Promise.resolve();
  expect(isOver).toBe(false);
  signal.raise();
  await second;
});

it('lets go when the time is over', async () => {
  await new WakeSignal().wait(1);
});
