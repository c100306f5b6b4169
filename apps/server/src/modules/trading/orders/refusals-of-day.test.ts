import { expect, it } from 'vitest';
import { RefusalsOfDay } from './refusals-of-day.ts';

const evening = new Date('2026-01-02T23:59:59.999Z');
const midnight = new Date('2026-01-03T00:00:00Z');

it('lets an account have so many refused in a day, and others as many', () => {
  const refusals = new RefusalsOfDay(2);
  refusals.note('ann', evening);
  expect(refusals.isSpent('ann', evening)).toBe(false);
  refusals.note('ann', evening);
  expect(refusals.isSpent('ann', evening)).toBe(true);
  expect(refusals.isSpent('bob', evening)).toBe(false);
});

it('begins again at midnight of UTC', () => {
  const refusals = new RefusalsOfDay(1);
  refusals.note('ann', evening);
  expect(refusals.isSpent('ann', midnight)).toBe(false);
  refusals.note('ann', midnight);
  expect(refusals.isSpent('ann', midnight)).toBe(true);
});

it('counts from the journal, whoever sent the command, and only what has an id of a user', () => {
  const refusals = new RefusalsOfDay(1);
  const refused = (key: string) =>
    ({
      kind: 'CommandRejected',
      sequence: 1,
      key,
      digest: 0,
      rejection: { code: 'order_no_funds' },
      acceptedAt: 0,
      booking: null,
    }) as const;
  const events = [refused('order:ann:1'), refused('swap:bob:2'), refused('market:cem:3'), refused('')];
  refusals.apply({ events, acceptedAt: evening.getTime() });
  expect(['ann', 'bob', 'cem'].map((account) => refusals.isSpent(account, evening))).toEqual([
    true,
    true,
    false,
  ]);
});
