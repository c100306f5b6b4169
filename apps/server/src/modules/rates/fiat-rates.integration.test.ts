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

const step = (currency: 'USD' | 'RUB', rate: string) =>
  test.database.kysely
    .transaction()
    .execute((transaction) => requireSmallStep(transaction, platform, { currency, rate }));
const hours = (count: number) => at(count * 3_600);

it('is measured against the last rate of two people however old that is: steps of weeks lead no further than one', async () => {
  const { kysely } = test.database;
  await addFiatRate(kysely, { currency: 'USD', rate: '1', at: hours(500) });
  const alone = await staff();
  for (const [rate, ago] of [
    ['1.08', 300],
    ['1.1', 100],
    ['1.09', 30],
  ] as const)
    await addFiatRate(kysely, { currency: 'USD', rate, at: hours(ago), entered: alone });
  await expect(step('USD', '1.15')).rejects.toThrow('rate_needs_second_person');
  await expect(step('USD', '0.95')).rejects.toThrow('rate_needs_second_person');
  await expect(step('USD', '1.05')).resolves.toBeUndefined();
});

it('is measured against the rate that counted 24 hours ago, also after two people agreed on another', async () => {
  const { kysely } = test.database;
  const alone = await staff();
  await addFiatRate(kysely, { currency: 'RUB', rate: '100', at: hours(40), entered: alone });
  await addFiatRate(kysely, { currency: 'RUB', rate: '109', at: hours(2) });
  await expect(step('RUB', '118')).rejects.toThrow('rate_needs_second_person');
  await expect(step('RUB', '105')).resolves.toBeUndefined();
});

async function staff(): Promise<{ by: string; reason: string }> {
  const { rows } = await test.database.pool.query(
    `insert into users (email, username, username_skeleton, password_hash, roles, first_name, last_name, country, birthday, referral_code,
       terms_accepted_at, privacy_accepted_at)
     values ('rates@emporion.test', 'rates', 'rates', '-', '{treasury}', 'Rates', 'Test', 'ES', '1990-01-01', 'rates', now(), now())
     on conflict do nothing returning id`,
  );
  const id =
    rows[0]?.id ??
    (await test.database.pool.query("select id from users where username = 'rates'")).rows[0].id;
  return { by: id, reason: 'a test' };
}
