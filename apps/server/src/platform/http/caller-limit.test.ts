import { defineEndpoint } from '@emporion/contracts/rest';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ServerModule } from '#platform/module.ts';
import type { App } from './app.ts';
import { Buckets, createCallerLimit } from './caller-limit.ts';
import { serveEndpoint } from './serve-endpoint.ts';
import { createTestApp } from './testing/test-app.ts';

describe('buckets', () => {
  it('empty, refill steadily and never hold more than a burst', () => {
    const buckets = new Buckets({ burst: 2, perSecond: 10 });
    expect([0, 0, 0].map((at) => buckets.take('a', at))).toEqual([true, true, false]);
    expect(buckets.take('b', 0)).toBe(true);
    expect(buckets.take('a', 99)).toBe(false);
    expect(buckets.take('a', 200)).toBe(true);
    expect([9_000, 9_000, 9_000].map((at) => buckets.take('a', at))).toEqual([true, true, false]);
  });

  it('lend once, and nothing more until that is paid back', () => {
    const buckets = new Buckets({ burst: 10, perSecond: 10 });
    for (let count = 0; count < 10; count += 1) buckets.take('a', 0);
    expect([0, 0, 1_000, 4_000].map((at) => buckets.charge('a', 49, at))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(buckets.charge('a', 49, 5_000)).toBe(true);
  });

  it('are bounded in number: the one not seen for longest goes', () => {
    const buckets = new Buckets({ burst: 1, perSecond: 1, keysMax: 2 });
    for (const key of ['a', 'b', 'a', 'c']) buckets.take(key, 0);
    expect(buckets.isEmpty('a', 0)).toBe(true);
    expect(buckets.isEmpty('b', 0)).toBe(false);
  });
});

const endpoint = defineEndpoint({
  method: 'GET',
  path: 'often',
  access: 'user',
  tag: 'test',
  summary: 'Exists for this test',
  response: z.object({}),
});

const testModule: ServerModule = {
  name: 'test',
  authenticator: () => async (token) =>
    token === 'forged' ? undefined : { userId: token, sessionId: token, role: 'user' },
  register(app) {
    const limit = createCallerLimit({ perSecond: 1, refusedPerMinute: 3 });
    serveEndpoint(app, endpoint, () => ({}), { callerLimit: limit });
  },
};

const apps: App[] = [];

async function open() {
  const { app } = await createTestApp({ modules: [testModule], env: { RATE_LIMIT_PER_MINUTE: '1' } });
  apps.push(app);
  return async (token: string) =>
    (await app.inject({ url: '/api/v1/often', headers: { authorization: `Bearer ${token}` } })).statusCode;
}

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

describe('a limit per caller', () => {
  it('counts users of one address apart, whatever the address may do elsewhere', async () => {
    const call = await open();
    expect([await call('ann'), await call('ann'), await call('ann'), await call('bob')]).toEqual([
      200, 200, 429, 200,
    ]);
  });

  it('counts an address for the tokens that were refused', async () => {
    const call = await open();
    const statuses = [await call('forged'), await call('forged'), await call('forged'), await call('forged')];
    expect(statuses).toEqual([401, 401, 401, 429]);
  });
});
