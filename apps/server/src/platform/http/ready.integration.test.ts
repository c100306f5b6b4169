import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { unusedRuntime } from '#testing/unused-runtime.ts';
import { createTestApp } from './testing/test-app.ts';

let migrated: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  migrated = await createTestDatabase();
  empty = await createEmptyDatabase();
});
afterAll(() => Promise.all([migrated.drop(), empty.drop()]));

it('is ready once the database is migrated', async () => {
  const { app } = await createTestApp({ database: migrated.database });
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ready' }]);
  await app.close();
});

it('is not ready while the newest migration is missing', async () => {
  const { app } = await createTestApp({ database: empty.database });
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  await app.close();
});

it('is not ready any more once the exchange has stopped', async () => {
  const runtime = { ...unusedRuntime(), healthy: false };
  const { app } = await createTestApp({ database: migrated.database, runtime });
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  await app.close();
});
