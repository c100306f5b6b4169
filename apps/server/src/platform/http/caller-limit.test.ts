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

const parts = {
  access: 'user',
  tag: 'test',
  summary: 'Exists for this test',
  response: z.object({}),
} as const;
const often = defineEndpoint({ ...parts, method: 'GET', path: 'often' });
const seldom = defineEndpoint({ ...parts, method: 'GET', path: 'seldom' });
const staff = defineEndpoint({ ...parts, method: 'GET', path: 'staff', access: 'staff.read' });
const renew = defineEndpoint({
  ...parts,
  method: 'POST',
  path: 'renew',
  access: 'open',
  body: z.object({ of: z.string() }),
});

const testModule: ServerModule = {
  name: 'test',
  authenticator: () => async (token) => {
    if (token === 'broken') throw new Error('nobody can tell whose it is');
    return token === 'forged' ? undefined : { userId: token, sessionId: token };
  },
  register(app) {
    serveEndpoint(app, often, () => ({}), { callerLimit: createCallerLimit({ perSecond: 1 }) });
    serveEndpoint(app, seldom, () => ({}));
    serveEndpoint(app, staff, () => ({}));
    serveEndpoint(app, renew, () => ({}), {
      provenBy: (body) => {
        const { of } = Object(body) as { of?: string };
        return of === 'forged' ? undefined : of;
      },
    });
  },
};

const apps: App[] = [];

async function open(perMinute: number) {
  const env = { RATE_LIMIT_PER_MINUTE: String(perMinute) };
  const { app } = await createTestApp({ modules: [testModule], env });
  apps.push(app);
  const get = (path: string, token: string, remoteAddress = '192.0.2.1') =>
    app.inject({ url: `/api/v1/${path}`, headers: { authorization: `Bearer ${token}` }, remoteAddress });
  const status = async (...call: Parameters<typeof get>) => (await get(...call)).statusCode;
  const post = async (payload: string, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...more };
    return (await app.inject({ method: 'POST', url: '/api/v1/renew', payload, headers })).statusCode;
  };
  return { app, get, status, post };
}

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

describe('a limit per caller', () => {
  it('counts users of one address apart, whatever the address may do elsewhere', async () => {
    const { status } = await open(1);
    const statuses = [];
    for (const user of ['ann', 'ann', 'ann', 'bob']) statuses.push(await status('often', user));
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it.each(['often', 'seldom'])(
    'charges an address for the bad tokens at %s, and nobody with a good one',
    async (path) => {
      const { app, status } = await open(3);
      const statuses = [];
      for (let call = 0; call < 4; call += 1) statuses.push(await status(path, 'forged'));
      expect(statuses).toEqual([401, 401, 401, 429]);
      expect((await app.inject({ url: '/api/v1/time', remoteAddress: '192.0.2.1' })).statusCode).toBe(429);
      expect([await status('often', 'ann'), await status('seldom', 'ann')]).toEqual([200, 200]);
    },
  );

  it('says when to try again, to whom it refuses', async () => {
    const { get } = await open(1);
    await get('seldom', 'forged');
    const refused = await get('seldom', 'forged');
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' });
    expect(refused.headers['retry-after']).toBe(refused.headers['x-ratelimit-reset']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
  });

  it('counts each user by the minute where there is no limit by the second', async () => {
    const { get, status } = await open(2);
    expect((await get('seldom', 'ann')).headers['x-ratelimit-remaining']).toBe('1');
    expect([await status('seldom', 'ann'), await status('seldom', 'ann')]).toEqual([200, 429]);
    expect((await get('seldom', 'bob')).headers['x-ratelimit-remaining']).toBe('1');
  });

  it('counts whoever shows a good token as themselves where none is asked for, too', async () => {
    const { app, status } = await open(2);
    for (let call = 0; call < 3; call += 1)
      await app.inject({ url: '/api/v1/time', remoteAddress: '192.0.2.1' });
    expect([await status('time', 'forged'), await status('time', 'broken')]).toEqual([429, 429]);
    const statuses = [];
    for (const user of ['ann', 'ann', 'ann', 'bob']) statuses.push(await status('time', user));
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('counts whoever lacks a capability as themselves', async () => {
    const { status } = await open(1);
    expect([await status('staff', 'ann'), await status('staff', 'ann')]).toEqual([404, 429]);
    expect(await status('staff', 'bob')).toBe(404);
  });

  it('counts whom a body proves as themselves, and every other body by its address', async () => {
    const { post } = await open(3);
    expect([await post('{'), await post('{"of":"forged"}'), await post('{"no":1}')]).toEqual([400, 200, 422]);
    expect([await post('{"of":"forged"}'), await post('{"no":1}')]).toEqual([429, 429]);
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push(await post('{"of":"ann"}'));
    expect([...statuses, await post('{"of":"bob"}')]).toEqual([200, 200, 200, 429, 200]);
    expect(await post('{"of":"forged"}', { authorization: 'Bearer cid' })).toBe(200);
  });
});

describe('a limit per address', () => {
  it('counts the networks of one IPv6 customer together, and allows them more', async () => {
    const { app } = await open(2);
    const time = async (remoteAddress: string) =>
      (await app.inject({ url: '/api/v1/time', remoteAddress })).statusCode;
    const statuses = [];
    for (let network = 0; network < 40; network += 1)
      statuses.push(await time(`2001:db8:1:${network.toString(16)}00::1`));
    expect(statuses.filter((status) => status === 200)).toHaveLength(32);
    expect(await time('2001:db8:2::1')).toBe(200);
  });

  it('leaves to the others of a wide network what a narrow one was refused', async () => {
    const { app } = await open(2);
    const time = async (remoteAddress: string) =>
      (await app.inject({ url: '/api/v1/time', remoteAddress })).statusCode;
    for (let call = 0; call < 40; call += 1) await time('2001:db8:1:1::1');
    expect(await time('2001:db8:1:2::1')).toBe(200);
  });
});
