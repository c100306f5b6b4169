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

const token = 'Rk5Yv7Nx1Bc9Mj4H';
const reading = { authorization: `Bearer ${token}` };

it('tells reasons to a request with the metrics token alone, whatever its address, ready or not', async () => {
  const runtime = { ...unusedRuntime(), healthy: true };
  const { app } = await createTestApp({
    ...{ database: migrated.database, runtime },
    env: { METRICS_TOKEN: token },
  });
  const ask = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') => {
    const answer = await app.inject({ url: '/readyz', headers, remoteAddress });
    return [answer.statusCode, answer.json()];
  };
  expect(await ask(reading)).toEqual([200, { status: 'ready' }]);
  app.readinessReasons.push(() => 'The signer cannot be reached.');
  for (const headers of [{}, { authorization: 'Bearer another' }])
    expect(await ask(headers)).toEqual([200, { status: 'ready' }]);
  expect(await ask(reading, '198.51.100.7')).toEqual([
    ...[200, { status: 'ready', reasons: ['The signer cannot be reached.'] }],
  ]);
  runtime.healthy = false;
  expect(await ask()).toEqual([503, { status: 'unready' }]);
  expect(await ask(reading)).toEqual([
    503,
    { status: 'unready', reasons: [expect.stringContaining('restarted'), 'The signer cannot be reached.'] },
  ]);
  await app.close();
});

it('tells no reasons while there is no metrics token', async () => {
  const { app } = await createTestApp({ database: migrated.database });
  app.readinessReasons.push(() => 'The signer cannot be reached.');
  for (const headers of [{}, { authorization: 'Bearer undefined' }, { authorization: 'Bearer ' }])
    expect((await app.inject({ url: '/readyz', headers })).json()).toEqual({ status: 'ready' });
  await app.close();
});

async function readiness(env: Record<string, string>, headers: Record<string, string>) {
  const { app, logLines, platform } = await createTestApp({
    ...{ database: migrated.database, env: { METRICS_TOKEN: token, ...env } },
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  for (let round = 0; round < 2; round += 1) await fetch(`${url}/healthz`, { headers });
  const answer = await fetch(`${url}/readyz`, { headers: reading });
  const body = await answer.json();
  await app.close();
  const warned = logLines.filter((line) => line.includes('TRUST_PROXY is off')).length;
  const counted = await platform.metrics.registry.getSingleMetric('http_untrusted_forwarding_total')?.get();
  return { status: answer.status, body, warned, counted: counted?.values[0]?.value };
}

it.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
  'counts requests with %s while no proxy is trusted and warns once; readiness stays as it is',
  async (name) => {
    const headers = { [name]: '198.51.100.7' };
    const ready = { status: 200, body: { status: 'ready' } };
    expect(await readiness({}, headers)).toEqual({ ...ready, warned: 1, counted: 2 });
    expect(await readiness({ TRUST_PROXY: '1' }, headers)).toEqual({
      ...ready,
      warned: 0,
      counted: undefined,
    });
  },
);

it('counts no proxy that is not there', async () => {
  expect(await readiness({}, {})).toMatchObject({ body: { status: 'ready' }, warned: 0, counted: 0 });
});
