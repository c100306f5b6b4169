import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExchangeView } from '#platform/runtime.ts';
import { startTestRuntime, type TestRuntime } from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { stopTrading } from './account-switches.ts';

const account = '11111111-1111-4111-8111-111111111111';
let test: TestDatabase;
let runtime: TestRuntime;
beforeAll(async () => {
  test = await createTestDatabase();
  runtime = await startTestRuntime(test.database);
  await test.database.pool.query(
    `insert into users (id, email, username, password_hash, first_name, last_name, country, birthday, language, referral_code,
       terms_accepted_at, privacy_accepted_at)
     values ($1, 'ann@example.test', 'ann', 'none', 'Ann', 'Test', 'PT', '1990-05-17', 'en', 'ANNANNAA', now(), now())`,
    [account],
  );
  await runtime.execute({ kind: 'OpenAccount', key: null, account });
});
afterAll(async () => {
  await runtime.stop();
  await test.drop();
});

it('is not lifted after its answer by an older stop that read the row before it', async () => {
  const live = { hasAccount: () => true } as never;
  const freezing = (view: ExchangeView) => ({
    platform: { database: test.database, runtime, view } as never,
    live,
  });
  let letThrough: () => void = () => undefined;
  const gate = new Promise<void>((done) => {
    letThrough = done;
  });
  let hasRead: () => void = () => undefined;
  const rowWasRead = new Promise<void>((done) => {
    hasRead = done;
  });
  const slow: ExchangeView = {
    readAt: (look, options) => runtime.readAt(look, options),
    read: async (look, options) => {
      hasRead();
      await gate;
      return runtime.read(look, options);
    },
  };
  // The owner says that a stranger was in the account: the row is read, not frozen, and the look at the exchange waits.
  const older = stopTrading(freezing(slow), account);
  await rowWasRead;
  await test.database.pool.query('update users set frozen_at = now() where id = $1', [account]);
  const answered = stopTrading(freezing(runtime), account);
  letThrough();
  await answered;
  const after: boolean[] = [];
  runtime.onCommitted(({ events }) => {
    for (const event of events) if (event.kind === 'AccountChanged') after.push(event.frozenByOwner);
  });
  await older;
  expect(await runtime.read((exchange) => exchange.account(account).frozenByOwner)).toBe(true);
  expect(after).not.toContain(false);
});
