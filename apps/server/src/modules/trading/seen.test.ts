import { expect, it } from 'vitest';
import type { Platform } from '#platform/platform.ts';
import { readSeen, requireSeen } from './seen.ts';

const platform = (isWhole: boolean) =>
  ({
    runtime: { position: { batch: 7 } },
    projections: { caughtUp: async () => isWhole },
  }) as unknown as Platform;

it('says that a thing does not exist only where the history is whole', async () => {
  const nothing = async () => undefined;
  expect(await readSeen(platform(true), 'orders', nothing)).toBeUndefined();
  await expect(readSeen(platform(false), 'orders', nothing)).rejects.toMatchObject({
    code: 'service_unavailable',
  });
});

it('says after a command that something happened', async () => {
  const read = readSeen(platform(false), 'orders', async () => undefined, 'gateway_timeout');
  await expect(read).rejects.toMatchObject({ code: 'gateway_timeout' });
});

it('shows no list of a history that is behind', async () => {
  await requireSeen(platform(true), 'orders');
  await expect(requireSeen(platform(false), 'orders')).rejects.toMatchObject({ code: 'service_unavailable' });
});

it('answers with what is there, also while the history is behind', async () => {
  expect(await readSeen(platform(false), 'orders', async () => 'order')).toBe('order');
});
