import { expect, it } from 'vitest';
import { RefusalsOfDay } from './refusals-of-day.ts';
import { refusedCommand } from './testing/refused-command.ts';

const evening = new Date('2026-01-02T23:59:59.999Z');
const midnight = new Date('2026-01-03T00:00:00Z');

function refuse(refusals: RefusalsOfDay, at: Date, ...keys: string[]): void {
  refusals.apply({ events: keys.map((key) => refusedCommand(key, at)) });
}

it('lets an account have so many refused in a day, and others as many', () => {
  const refusals = new RefusalsOfDay(2);
  refuse(refusals, evening, 'order:ann:1');
  expect(refusals.isSpent('ann', evening)).toBe(false);
  refuse(refusals, evening, 'order:ann:2');
  expect(refusals.isSpent('ann', evening)).toBe(true);
  expect(refusals.isSpent('bob', evening)).toBe(false);
});

it('begins again at midnight of UTC', () => {
  const refusals = new RefusalsOfDay(1);
  refuse(refusals, evening, 'order:ann:1');
  expect(refusals.isSpent('ann', midnight)).toBe(false);
  refuse(refusals, midnight, 'order:bob:1');
  expect(refusals.isSpent('ann', midnight)).toBe(false);
  refuse(refusals, midnight, 'order:ann:2');
  expect(refusals.isSpent('ann', midnight)).toBe(true);
});

it('counts from the journal, whoever sent the command, and only what has an id of a user', () => {
  const refusals = new RefusalsOfDay(1);
  refuse(refusals, evening, 'order:ann:1', 'swap:bob:2', 'amend:dan:4', 'market:cem:3', '');
  const spent = ['ann', 'bob', 'dan', 'cem', ''].filter((account) => refusals.isSpent(account, evening));
  expect(spent).toEqual(['ann', 'bob', 'dan']);
});
