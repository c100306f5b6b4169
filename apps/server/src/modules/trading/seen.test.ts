import { expect, it } from 'vitest';
import type { Platform } from '#platform/platform.ts';
import { readSeen } from './seen.ts';

const platform = (isWhole: boolean) =>
  ({
    runtime: { position: { batch: 7 } },
    projections: { caughtUp: async () => isWhole },
  }) as unknown as Platform;

it('says that a thing does not exist only where the history is whole', async () => {
  const nothing = async () => undefined;
  expect(await readSeen(platform(true), nothing)).toBeUndefined();
  await expect(readSeen(platform(false), nothing)).rejects.toMatchObject({ code: 'service_unavailable' });
});

it('answers with what is there, also while the history is behind', async () => {
  expect(await readSeen(platform(false), async () => 'order')).toBe('order');
});
