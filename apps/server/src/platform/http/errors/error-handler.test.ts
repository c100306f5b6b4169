import { defineEndpoint, unreadable } from '@emporion/contracts/rest';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { createTestApp, type TestApp } from '#platform/http/testing/test-app.ts';
import type { ServerModule } from '#platform/module.ts';
import { Busy, OutcomeUnknown, Stopped } from '#platform/runtime.ts';

const described = { tag: 'test', summary: 'Exists for this test', response: z.object({ ok: z.boolean() }) };
const echo = defineEndpoint({
  ...described,
  method: 'POST',
  path: 'echo/:id',
  access: 'open',
  params: z.object({ id: z.string().max(5) }),
  query: z.object({ limit: z.coerce.number().int().max(10).optional() }),
  body: z.strictObject({
    email: z.email(),
    name: z.string().min(1).max(5),
    side: z.enum(['buy', 'sell']),
    nested: z.object({ count: z.int().min(2) }).optional(),
  }),
});
const failing = defineEndpoint({
  ...described,
  method: 'GET',
  path: 'failing/:how',
  access: 'open',
  errors: ['order_not_found', 'order_no_funds'],
});
const memos = defineEndpoint({
  ...described,
  method: 'GET',
  path: 'memos',
  access: 'open',
  response: z.object({
    results: z.array(
      z.object({
        id: z.int(),
        amount: z.string().regex(/^[0-9]+$/),
        memo: z.nullable(z.string().max(5)),
        from: z.optional(z.object({ bank: z.string().max(5) })),
        unreadable,
      }),
    ),
  }),
});
const mine = defineEndpoint({ ...described, method: 'GET', path: 'mine', access: 'user' });

/** What others wrote, as a database has it. */
const memoRows = [
  { id: 1, amount: '1', memo: 'short' },
  { id: 2, amount: '1e9', memo: 'far too long', from: { bank: 'Monte dei Paschi' } },
  { id: 3, amount: '3', memo: null, from: { bank: 'Monte' } },
];

const failures: Record<string, () => unknown> = {
  problem: () => {
    throw new Problem('order_not_found');
  },
  fixed: () => {
    throw new Problem('order_no_funds', { detail: 'NotEnoughFunds' });
  },
  busy: () => {
    throw new Busy();
  },
  stopped: () => {
    throw new Stopped();
  },
  unknown: () => {
    throw new OutcomeUnknown();
  },
  fault: () => {
    throw new Error('select * from secrets failed');
  },
  text: () => {
    throw 'a string';
  },
  zeroByte: () => {
    throw Object.assign(new pg.DatabaseError('invalid byte sequence', 1, 'error'), { code: '22021' });
  },
  zeroByteInJson: () => {
    throw Object.assign(new pg.DatabaseError('unsupported escape', 1, 'error'), { code: '22P05' });
  },
  halfCharacterInJson: () => {
    const message = 'invalid input syntax for type json';
    throw Object.assign(new pg.DatabaseError(message, 1, 'error'), { code: '22P02' });
  },
  noNumber: () => {
    const message = 'invalid input syntax for type bigint: "x"';
    throw Object.assign(new pg.DatabaseError(message, 1, 'error'), { code: '22P02' });
  },
  fullDisk: () => {
    const message = 'could not extend file "base/5/1259": No space left on device';
    throw Object.assign(new pg.DatabaseError(message, 1, 'error'), { code: '53100' });
  },
  shape: () => ({ ok: 'not a boolean' }),
};

const testModule: ServerModule = {
  name: 'test',
  authenticator: () => async (token) => (token === 'good' ? { userId: 'u1', sessionId: 's1' } : undefined),
  register(app, { database }) {
    serveEndpoint(app, echo, () => ({ ok: true }));
    serveEndpoint(app, memos, () => ({ results: memoRows }));
    serveEndpoint(app, mine, ({ caller }) => ({ ok: caller.userId === 'u1' }));
    serveEndpoint(app, failing, async ({ request }) => {
      const { how } = request.params as { how: string };
      if (how === 'database') await database.pool.query('SELECT 1');
      return failures[how]?.() as { ok: boolean };
    });
  },
};

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ modules: [testModule], env: { BODY_LIMIT_BYTES: '1024' } });
});
afterAll(() => test.app.close());

const good = { email: 'a@b.example', name: 'Ann', side: 'buy' };

async function post(payload: unknown, { url = '/api/v1/echo/1', headers = {} } = {}) {
  const answer = await test.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await test.app.inject({ url, headers });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

describe('validation', () => {
  it('accepts what the contract describes', async () => {
    expect(await post(good)).toEqual({ status: 200, body: { ok: true } });
  });

  it('names every refused field with a sentence', async () => {
    const { status, body } = await post({
      email: 'nobody',
      name: 'Too long',
      nested: { count: 1 },
      extra: 1,
    });
    expect([status, body.code]).toEqual([422, 'unprocessable_entity']);
    expect(Object.keys(body.fields).sort()).toEqual(['email', 'extra', 'name', 'nested.count', 'side']);
    expect(body.fields.name).toContain('5');
    expect(body.fields['nested.count']).toContain('2');
    for (const sentence of Object.values(body.fields)) expect(sentence).toMatch(/^[A-Z].+\.$/);
  });

  it('speaks the language of the request, as a plain word or a weighted list', async () => {
    const english = (await post({})).body;
    for (const language of ['ru', 'de-DE,ru-RU;q=0.9,en;q=0.1']) {
      const { body } = await post({}, { headers: { 'accept-language': language } });
      expect(body.detail).toMatch(/[а-я]/);
      expect(body.fields.email).toMatch(/[а-я]/);
      expect(body.code).toBe(english.code);
    }
  });

  it('refuses a missing body, a long parameter and a wrong query', async () => {
    expect((await post('null')).body.fields).toHaveProperty('body');
    expect((await post(good, { url: '/api/v1/echo/toolong' })).body.fields).toHaveProperty('id');
    expect((await post(good, { url: '/api/v1/echo/1?limit=11' })).body.fields).toHaveProperty('limit');
  });

  it('bounds what it says about a body that is wrong in thousands of places', async () => {
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`k${index}`, 1]));
    expect(Object.keys((await post(many)).body.fields).length).toBeLessThanOrEqual(50);
  });
});

it('refuses a call whose answer its caller could not read', async () => {
  const { status, body } = await post(good, { headers: { accept: 'application/xml' } });
  expect([status, body.code]).toEqual([406, 'not_acceptable']);
  expect((await post(good, { headers: { accept: 'application/json' } })).status).toBe(200);
});

describe('bodies', () => {
  it.each([
    ['malformed JSON', '{"email": ', {}, 400, 'invalid_request_format'],
    ['an empty body', '', {}, 400, 'invalid_request_format'],
    ['a prototype', '{"__proto__": {"admin": true}}', {}, 422, 'unprocessable_entity'],
    ['a constructor', '{"constructor": {"prototype": {}}}', {}, 422, 'unprocessable_entity'],
    ['a field that is there twice', '{"name": "a", "name": "b"}', {}, 422, 'field_repeated'],
    ['a body without end', '['.repeat(400), {}, 400, 'request_too_deep'],
    ['another media type', 'a=1', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['too long a body', JSON.stringify({ name: 'x'.repeat(2000) }), {}, 413, 'payload_too_large'],
  ])('refuses %s', async (_what, payload, headers, status, code) => {
    const answer = await post(payload, { headers });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('routes', () => {
  it('shows a person who opens an unknown page the one that says so', async () => {
    const visit = (url: string) => test.app.inject({ url, headers: { accept: 'text/html,*/*' } });
    expect((await visit('/nothing')).headers.location).toBe('/account/404');
    expect((await visit('/api/v1/nothing')).statusCode).toBe(404);
  });

  it('answers 404 for an unknown path and 405 with Allow for another method', async () => {
    expect((await get('/api/v1/nothing')).body.code).toBe('not_found');
    expect((await get('/nothing')).body).toMatchObject({ code: 'page_not_found' });
    const other = await get('/api/v1/echo/1');
    expect([other.status, other.body.code, other.headers.allow]).toEqual([405, 'method_not_allowed', 'POST']);
  });

  it('answers a malformed address and a very long parameter from the catalogue', async () => {
    expect((await get('/api/v1/failing/%E0%A4%A')).body.code).toBe('bad_request');
    expect((await get(`/api/v1/failing/${'x'.repeat(300)}`)).body.code).toBe('not_found');
  });
});

describe('tokens', () => {
  it('asks for one, refuses a wrong one in the shape that clients look for, and lets its holder in', async () => {
    expect(await get('/api/v1/mine')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    const wrong = await get('/api/v1/mine', { authorization: 'Bearer bad' });
    expect(wrong).toMatchObject({ status: 401, body: { code: { code: 'token_not_valid' } } });
    expect(wrong.body.detail).toMatch(/\S/);
    expect((await get('/api/v1/mine', { authorization: 'Basic good' })).status).toBe(401);
    expect((await get('/api/v1/mine', { authorization: 'Bearer good' })).body).toEqual({ ok: true });
  });
});

describe('failures', () => {
  it('refuses what a full disk cannot take, and tells the operator why', async () => {
    const answer = await get('/api/v1/failing/fullDisk');
    expect([answer.status, answer.body.code]).toEqual([503, 'database_error']);
    expect(test.logLines.join()).toContain('the disk of the database is full');
  });

  it('answers a Problem with its row, and a fixed detail untranslated', async () => {
    expect((await get('/api/v1/failing/problem')).body.code).toBe('order_not_found');
    const fixed = await get('/api/v1/failing/fixed', { 'accept-language': 'ru' });
    expect(fixed.body.detail).toBe('NotEnoughFunds');
  });

  it.each([
    ['busy', 503, 'service_unavailable'],
    ['stopped', 503, 'service_unavailable'],
    ['unknown', 504, 'gateway_timeout'],
  ])('says what a fault of the engine is on the wire, and logs no bug: %s', async (how, status, code) => {
    const before = test.logLines.filter((line) => line.includes('a request failed')).length;
    const answer = await test.app.inject({ url: `/api/v1/failing/${how}` });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
    expect(test.logLines.filter((line) => line.includes('a request failed'))).toHaveLength(before);
  });

  it.each(['fault', 'text', 'shape', 'noNumber'])(
    'answers a %s with the general sentence and nothing else',
    async (how) => {
      const { status, body } = await get(`/api/v1/failing/${how}`);
      expect(status).toBe(500);
      expect(body).toEqual({ code: 'internal', detail: 'Server error. Please try again.' });
    },
  );

  it('counts an answer that does not fit its contract, by its route', async () => {
    const counted = async () =>
      (await test.platform.metrics.answerFaults.get()).values.find(
        ({ labels }) => labels.route === '/api/v1/failing/:how/' && labels.method === 'GET',
      )?.value ?? 0;
    const before = await counted();
    await get('/api/v1/failing/fault');
    expect(await counted()).toBe(before);
    await get('/api/v1/failing/shape');
    expect(await counted()).toBe(before + 1);
  });

  it('shows a row without what its contract does not allow, says what that is, and counts it', async () => {
    const { status, body } = await get('/api/v1/memos');
    expect(status).toBe(200);
    expect(body.results).toEqual([
      memoRows[0],
      { id: 2, amount: '0', memo: null, unreadable: ['amount', 'memo', 'from'] },
      memoRows[2],
    ]);
    const { values } = await test.platform.metrics.unreadableRows.get();
    expect(values).toMatchObject([{ value: 1, labels: { method: 'GET', route: '/api/v1/memos/' } }]);
    // Without the words of the row, which may be anything.
    const [line] = test.logLines.filter((each) => each.includes('cannot be shown'));
    expect(line).toContain('results.1.memo');
    expect(line).not.toContain('far too long');
  });

  it.each(['zeroByte', 'zeroByteInJson', 'halfCharacterInJson'])(
    'takes a text that no row can hold for a mistake: %s',
    async (how) => {
      expect(await get(`/api/v1/failing/${how}`)).toMatchObject({
        status: 422,
        body: { code: 'unprocessable_entity' },
      });
    },
  );

  it('logs where a fault arose, once and without its stack', async () => {
    test.logLines.length = 0;
    await get('/api/v1/failing/fault');
    const faults = test.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error');
    expect(faults).toHaveLength(1);
    expect(faults[0].err.at).toMatch(
      /^apps\/server\/src\/platform\/http\/errors\/error-handler\.test\.ts:\d+$/,
    );
    expect(test.logLines.join('')).not.toMatch(/"stack"|node_modules|\\n\s+at /);
    expect(faults[0].requestId).toMatch(/\S/);
  });

  it('answers 503 while the database is unreachable, without the words of the driver', async () => {
    const { status, body, headers } = await get('/api/v1/failing/database');
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'database_error', '5']);
    expect(JSON.stringify(body)).not.toMatch(/ECONN|127\.0\.0\.1/);
  });
});

describe('log lines', () => {
  it('hold no secret of a request, whether it succeeds or fails', async () => {
    test.logLines.length = 0;
    const secret = 'hunter2hunter2hunter2hunter2';
    const headers = {
      authorization: `Bearer ${secret}`,
      cookie: `session=${secret}`,
      'x-request-id': `"${secret}"`,
    };
    for (const url of ['echo/1', `echo/${secret}`, 'echo/1?limit=99', 'nothing', 'failing/fault']) {
      const glue = url.includes('?') ? '&' : '?';
      await post(
        { ...good, name: secret, password: secret },
        { url: `/api/v1/${url}${glue}token=${secret}`, headers },
      );
      await post(`{"password": "${secret}`, { url: `/api/v1/${url}`, headers });
      await get(`/api/v1/${url}${glue}code=${secret}`, headers);
    }
    await get(`/api/v1/mine?token=${secret}`, headers);
    expect(test.logLines.length).toBeGreaterThanOrEqual(15);
    expect(test.logLines.join('')).not.toContain('hunter2');
  });
});
