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

async function readiness(env: Record<string, string>, headers: Record<string, string>) {
  const { app, logLines } = await createTestApp({ database: migrated.database, env });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  for (let round = 0; round < 2; round += 1) await fetch(`${url}/healthz`, { headers });
  const answer = await fetch(`${url}/readyz`);
  const { status, reasons = [] } = (await answer.json()) as { status: string; reasons?: string[] };
  await app.close();
  const warned = logLines.filter((line) => line.includes('TRUST_PROXY is off')).length;
  return { status, reasons: reasons.length, warned };
}

it.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
  'is ready and warns once when %s comes while no proxy is trusted',
  async (name) => {
    const headers = { [name]: '198.51.100.7' };
    expect(await readiness({}, headers)).toEqual({ status: 'ready', reasons: 1, warned: 1 });
    expect(await readiness({ TRUST_PROXY: '1' }, headers)).toEqual({
      status: 'ready',
      reasons: 0,
      warned: 0,
    });
  },
);

it('does not warn of a proxy that is not there', async () => {
  expect(await readiness({}, {})).toEqual({ status: 'ready', reasons: 0, warned: 0 });
});
