import { afterAll, beforeAll, expect, it } from 'vitest';
import { executorOn } from '#platform/database/executor-on.ts';
import { commitMeanwhile } from '#platform/database/testing/commit-meanwhile.ts';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { addFiatRate, requireSmallStep, stepLock } from './fiat-rates.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const now = Date.parse('2026-03-10T12:00:00Z');
const at = (seconds: number) => new Date(now - seconds * 1_000);
const platform = { config: { demo: false }, clock: { now: () => at(0) } } as Pick<
  Platform,
  'config' | 'clock'
>;

it('is judged beside what another enters at the same moment: each is a small step, and both are a large one', async () => {
  const { kysely } = test.database;
  await addFiatRate(kysely, { currency: 'EUR', rate: '0.9', at: at(60) });
  const entered = commitMeanwhile(test.database, {
    lock: `select pg_advisory_xact_lock(hashtextextended('${stepLock('EUR')}', 0))`,
    call: () =>
      kysely.transaction().execute(async (transaction) => {
        await requireSmallStep(transaction, platform, { currency: 'EUR', rate: '0.82' });
        await addFiatRate(transaction, { currency: 'EUR', rate: '0.82', at: at(0) });
      }),
    change: (other) => addFiatRate(executorOn(other), { currency: 'EUR', rate: '0.98', at: at(1) }),
  });
  await expect(entered).rejects.toThrow('rate_needs_second_person');
});
