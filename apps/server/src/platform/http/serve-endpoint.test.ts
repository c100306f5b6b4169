import { once } from 'node:events';
import { connect } from 'node:net';
import { capabilitiesOf, defineEndpoint, type GuardedAccess } from '@emporion/contracts/rest';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ServerModule } from '#platform/module.ts';
import { accountCallsAtOnce } from './account-turns.ts';
import type { App } from './app.ts';
import { serveEndpoint } from './serve-endpoint.ts';
import { createTestApp } from './testing/test-app.ts';

const ok = { tag: 'test', summary: 'Exists for this test', response: z.object({ ok: z.boolean() }) };
const read = defineEndpoint({ ...ok, method: 'GET', path: 'things', access: 'public' });
const change = defineEndpoint({ ...ok, method: 'POST', path: 'things', access: 'public' });
const signIn = defineEndpoint({ ...ok, method: 'POST', path: 'sign-in', access: 'open' });
const payByLink = defineEndpoint({
  ...ok,
  method: 'POST',
  path: 'pay-by-link',
  access: 'open',
  duringMaintenance: false,
});
const signOut = defineEndpoint({
  ...ok,
  method: 'POST',
  path: 'sign-out',
  access: 'public',
  duringMaintenance: true,
});
const guessable = defineEndpoint({ ...ok, method: 'GET', path: 'guessable', access: 'open' });
const greeting = defineEndpoint({
  method: 'GET',
  path: 'greetings/:name',
  access: 'open',
  tag: 'test',
  summary: 'Exists for this test',
  params: z.object({ name: z.string().transform((name) => name.toUpperCase()) }),
  query: z.strictObject({ times: z.coerce.number().int().default(2) }),
  response: z.object({ texts: z.array(z.string()) }),
});

const accesses = ['user', 'trader', 'users.note', 'books.lift', 'staff.remove'] as const;
const guarded = accesses.map((access) =>
  defineEndpoint({ ...ok, method: 'GET', path: `for/${access.replace('.', '-')}`, access }),
);

/** What each is answered for them, in their order. */
const answersByRole = {
  user: [200, 200, 404, 404, 404],
  support: [200, 403, 200, 404, 404],
  treasury: [200, 403, 404, 200, 404],
  administrator: [200, 403, 200, 200, 200],
} as const;
type TestRole = keyof typeof answersByRole;
const roles = Object.keys(answersByRole) as TestRole[];

const order = defineEndpoint({
  ...ok,
  method: 'POST',
  path: 'things/order',
  access: 'user',
  body: z.object({ much: z.number() }),
});

const slow = defineEndpoint({ ...ok, method: 'GET', path: 'slow', access: 'user' });
const slowChange = defineEndpoint({ ...ok, method: 'POST', path: 'slow', access: 'user' });
const rescue = defineEndpoint({ ...ok, method: 'DELETE', path: 'slow', access: 'user' });

/** The calls that are being worked on, by account; each ends when the test says so. */
let working: { readonly account: string; readonly end: () => void }[] = [];

let asked = 0;
const ended = new Set<string>();

const testModule: ServerModule = {
  name: 'test',
  // Here a token is the name of its holder's role.
  authenticator: () => async (token) => {
    asked += 1;
    if (token.startsWith('account ')) return { userId: token, sessionId: token };
    const role = roles.find((name) => name === token && !ended.has(name));
    if (role === undefined) return undefined;
    return { userId: 'u1', sessionId: 's1', staff: role !== 'user', capabilities: capabilitiesOf([role]) };
  },
  register(app) {
    for (const endpoint of [read, change, signIn, payByLink, signOut])
      serveEndpoint(app, endpoint, () => ({ ok: true }));
    serveEndpoint(app, order, () => ({ ok: true }));
    for (const endpoint of guarded)
      serveEndpoint(app, endpoint, ({ caller }) => ({ ok: caller.userId === 'u1' }));
    for (const endpoint of [slow, slowChange])
      serveEndpoint(app, endpoint, ({ caller: { userId: account } }) => {
        const call = new Promise<void>((end) => working.push({ account, end }));
        return call.then(() => ({ ok: true }));
      });
    serveEndpoint(app, rescue, () => ({ ok: true }), { unqueued: true });
    serveEndpoint(app, guessable, () => ({ ok: true }), { rateLimitPerMinute: 1 });
    serveEndpoint(app, greeting, ({ params, query }) => {
      const texts = Array.from({ length: query.times }, () => `Hello ${params.name}`);
      // Whatever a handler adds beyond the contract stays inside.
      return { texts, passwordHash: 'x' };
    });
  },
};

const apps: App[] = [];

async function open(env: Record<string, string> = {}): Promise<App> {
  const { app } = await createTestApp({ modules: [testModule], env });
  apps.push(app);
  return app;
}

afterEach(async () => {
  ended.clear();
  for (const app of apps.splice(0)) await app.close();
});

it('hands the handler what the schemas made of the request, and sends only what the contract names', async () => {
  const app = await open();
  expect((await app.inject('/api/v1/greetings/ann/?times=1')).json()).toEqual({ texts: ['Hello ANN'] });
  expect((await app.inject('/api/v1/greetings/bob')).json()).toEqual({ texts: ['Hello BOB', 'Hello BOB'] });
});

it.each([
  ['GET', '/api/v1/things/?colour=red', undefined, ['colour']],
  ['GET', '/api/v1/greetings/ann/?times=1&time=3', undefined, ['time']],
  ['POST', '/api/v1/things/?colour=red', { size: 1, weight: 2 }, ['colour', 'size', 'weight']],
  ['POST', '/api/v1/things/', ['red'], ['body']],
  ['POST', '/api/v1/things/', 7, ['body']],
  ['POST', '/api/v1/things/?__proto__=1', undefined, ['__proto__']],
] as const)('refuses what %s %s does not ask for, body %j, by its name', async (method, url, body, names) => {
  const app = await open();
  const answer = await app.inject({
    method,
    url,
    ...(body !== undefined && {
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  expect(answer.statusCode).toBe(422);
  expect(Object.keys(answer.json().fields)).toEqual(names);
});

it('takes an empty object for no body', async () => {
  const app = await open();
  const answer = await app.inject({ method: 'POST', url: '/api/v1/things/', payload: {} });
  expect(answer.statusCode).toBe(200);
});

it('serves only what is public under the public base', async () => {
  const app = await open();
  expect((await app.inject('/api/public/v1/things/')).statusCode).toBe(200);
  expect((await app.inject('/api/public/v1/guessable/')).statusCode).toBe(404);
});

it('does not act for somebody whose session ended while the body was on its way', async () => {
  const app = await open();
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const late = async (whileAway: () => void) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    const before = asked;
    const head = `POST /api/v1/things/order/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer user\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{"much"`);
    await vi.waitFor(() => expect(asked).toBe(before + 1));
    whileAway();
    socket.write(':1}');
    const [answer] = (await once(socket, 'data')) as [string];
    socket.destroy();
    return answer.slice(9, 12);
  };
  expect(await late(() => undefined)).toBe('200');
  expect(await late(() => ended.add('user'))).toBe('401');
});

it('serves an endpoint to whoever has its capability, and shows nobody else that it is there', async () => {
  const app = await open();
  const answerTo = (needed: GuardedAccess, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return app.inject({ url: `/api/v1/for/${needed.replace('.', '-')}/`, headers });
  };
  for (const needed of accesses) {
    expect((await answerTo(needed)).statusCode).toBe(401);
    expect((await answerTo(needed, 'nobody')).statusCode).toBe(401);
  }
  for (const role of roles) {
    const answers = await Promise.all(accesses.map((needed) => answerTo(needed, role)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answersByRole[role]);
  }
  const missing = await app.inject({ url: '/api/v1/for/nothing/' });
  expect((await answerTo('staff.remove', 'support')).json()).toEqual(missing.json());
  expect((await answerTo('trader', 'support')).json().code).toBe('staff_account');
});

it('counts an endpoint with a limit of its own apart from the others', async () => {
  const app = await open();
  const status = async (url: string) => (await app.inject(url)).statusCode;
  expect(await status('/api/v1/guessable')).toBe(200);
  expect(await status('/api/v1/guessable/')).toBe(429);
  expect(await status('/api/v1/things')).toBe(200);
});

it('works on a few calls of an account at once, and on those of others beside them', async () => {
  const app = await open({ RATE_LIMIT_PER_MINUTE: '1000' });
  working = [];
  const call = (account: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') =>
    app.inject({ method, url: '/api/v1/slow', headers: { authorization: `Bearer account ${account}` } });
  const of = (account: string) => working.filter((each) => each.account === `account ${account}`);
  const flood = Array.from({ length: 200 }, () => call('ann'));
  const changes = Array.from({ length: 200 }, () => call('ann', 'POST'));
  // It comes last, and what its owner needs to stop a flood waits for none of it.
  expect((await call('ann', 'DELETE')).statusCode).toBe(200);
  const other = call('bob');
  await vi.waitFor(() => expect(of('bob')).toHaveLength(1));
  expect(of('ann')).toHaveLength(2 * accountCallsAtOnce);
  of('bob')[0]?.end();
  expect((await other).statusCode).toBe(200);
  const all = Promise.all([...flood, ...changes]);
  const stopEnding = setInterval(() => {
    for (const { end } of working.splice(0)) end();
  });
  const answers = await all;
  clearInterval(stopEnding);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

it('lets people look, sign in and out during maintenance, but change nothing', async () => {
  const app = await open({ MAINTENANCE: 'true' });
  const answers = await Promise.all([
    app.inject('/api/v1/things'),
    app.inject({ method: 'POST', url: '/api/v1/sign-in' }),
    app.inject({ method: 'POST', url: '/api/v1/sign-out' }),
    app.inject({ method: 'POST', url: '/api/v1/things' }),
    // Money moves without a login too.
    app.inject({ method: 'POST', url: '/api/v1/pay-by-link' }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 503, 503]);
  expect(answers.slice(3).map((answer) => answer.json().code)).toEqual(['maintenance', 'maintenance']);
});

it('gives a slow sender and a crowd a bound', async () => {
  const { server } = await open();
  expect(server.headersTimeout).toBe(10_000);
  expect(server.requestTimeout).toBe(30_000);
  expect(server.timeout).toBe(60_000);
  expect(server.maxConnections).toBe(11_000);
});
