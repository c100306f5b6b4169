// @vitest-environment node
import { defineEndpoint } from '@emporion/contracts/rest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { memoryStore } from './browser-storage.ts';
import { createClient } from './client.ts';
import { createSession } from './session-store.ts';
import { type ApiServer, startApiServer, tokenFor } from './testing/api-server.ts';

const common = {
  summary: 'A call of this test',
  tag: 'test',
  response: z.object({ name: z.string() }),
} as const;
const mine = defineEndpoint({ ...common, method: 'GET', path: 'profile', access: 'user' });
const coins = defineEndpoint({ ...common, method: 'GET', path: 'coins', access: 'public' });
const volumes = defineEndpoint({ ...common, method: 'GET', path: 'pairs_volume', access: 'public' });
const book = defineEndpoint({
  ...common,
  method: 'GET',
  path: 'stack/:pair',
  access: 'user',
  params: z.object({ pair: z.string() }),
  query: z.object({ limit: z.number().optional(), side: z.string().optional() }),
});
const order = defineEndpoint({
  ...common,
  method: 'POST',
  path: 'orders',
  access: 'user',
  body: z.object({ price: z.string() }),
});

const tokenNotValid = { status: 401, body: { code: { code: 'token_not_valid' }, detail: 'Log in again.' } };
const answered = { body: { name: 'answered' } };

let server: ApiServer;
const session = createSession(memoryStore());
const onSessionLost = vi.fn();
const clientFor = (language = 'en') =>
  createClient({ session, language: () => language, onSessionLost, origin: server.origin });

beforeEach(async () => {
  server = await startApiServer();
  session.clear();
  onSessionLost.mockClear();
});
afterEach(() => server.close());

describe('a request', () => {
  beforeEach(() => {
    server.answer = () => answered;
  });

  it('carries the language and the bearer token, and ends with a slash', async () => {
    const token = tokenFor(600);
    session.save({ token, refreshToken: 'r' });
    expect(await clientFor('ru')(mine)).toEqual({ ok: true, value: { name: 'answered' } });
    expect(server.seen[0]).toMatchObject({
      method: 'GET',
      url: '/api/v1/profile/',
      headers: { 'accept-language': 'ru', authorization: `Bearer ${token}` },
    });
  });

  it('encodes path parameters and leaves out what the query does not set', async () => {
    await clientFor()(book, { params: { pair: 'BTC/USDT?' }, query: { limit: 5, side: undefined } });
    expect(server.seen[0]?.url).toBe('/api/v1/stack/BTC%2FUSDT%3F/?limit=5');
  });

  it('sends its body as JSON', async () => {
    await clientFor()(order, { body: { price: '1.5' } });
    expect(server.seen[0]).toMatchObject({
      body: { price: '1.5' },
      headers: { 'content-type': 'application/json' },
    });
  });

  it('goes without a token, and without a refresh, to a path on the unauthenticated list', async () => {
    session.save({ token: tokenFor(-60), refreshToken: 'r' });
    await clientFor()(volumes);
    expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/api/public/v1/pairs_volume/', undefined],
    ]);
  });

  it('asks the public variant for public data when nobody is logged in', async () => {
    await clientFor()(coins);
    session.save({ token: tokenFor(600), refreshToken: 'r' });
    await clientFor()(coins);
    expect(server.seen.map(({ url }) => url)).toEqual(['/api/public/v1/coins/', '/api/v1/coins/']);
  });
});

describe('the token refresh', () => {
  const fresh = tokenFor(600, 'fresh');

  /** Accepts the fresh token only, and trades the refresh token `r` for it. */
  function acceptOnlyFresh() {
    server.answer = ({ url, headers, body }) => {
      if (url.endsWith('auth/token/refresh/')) {
        const spent = (body as { refresh?: string }).refresh !== 'r';
        return spent
          ? { status: 401, body: { code: 'invalid_token', detail: 'No.' } }
          : { body: { access: fresh, refresh: 'r2' } };
      }
      return headers.authorization === `Bearer ${fresh}` ? answered : tokenNotValid;
    };
  }
  beforeEach(acceptOnlyFresh);

  it.each([
    ['ends within three seconds', tokenFor(2)],
    ['cannot be read', 'unreadable'],
  ])('runs before the request when the token %s', async (_, token) => {
    session.save({ token, refreshToken: 'r', email: 'trader@emporion.test' });
    expect(await clientFor()(mine)).toMatchObject({ ok: true });
    expect(server.seen.map(({ url }) => url)).toEqual(['/api/v1/auth/token/refresh/', '/api/v1/profile/']);
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
    expect(session.read()).toEqual({ token: fresh, refreshToken: 'r2', email: 'trader@emporion.test' });
  });

  it('happens once for ten parallel requests with a token that ends', async () => {
    session.save({ token: tokenFor(1), refreshToken: 'r' });
    const call = clientFor();
    const results = await Promise.all(Array.from({ length: 10 }, () => call(mine)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(server.count('refresh/')).toBe(1);
    expect(server.count('profile/')).toBe(10);
  });

  it('happens once for ten parallel requests that the server refuses with token_not_valid', async () => {
    session.save({ token: tokenFor(600, 'revoked'), refreshToken: 'r' });
    const call = clientFor();
    const results = await Promise.all(Array.from({ length: 10 }, () => call(mine)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(server.count('refresh/')).toBe(1);
    expect(server.count('profile/')).toBe(20);
  });

  it('retries a refused request once, with its body and the new token', async () => {
    session.save({ token: tokenFor(600, 'revoked'), refreshToken: 'r' });
    expect(await clientFor()(order, { body: { price: '2' } })).toMatchObject({ ok: true });
    const orders = server.seen.filter(({ url }) => url.endsWith('orders/'));
    expect(orders.map(({ body }) => body)).toEqual([{ price: '2' }, { price: '2' }]);
    expect(orders[1]?.headers.authorization).toBe(`Bearer ${fresh}`);
  });

  it('does not retry a second time', async () => {
    server.answer = ({ url }) =>
      url.endsWith('refresh/')
        ? { body: { access: tokenFor(600, 'useless'), refresh: 'r2' } }
        : tokenNotValid;
    session.save({ token: tokenFor(600), refreshToken: 'r' });
    expect(await clientFor()(mine)).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: 'token_not_valid' },
    });
    expect([server.count('refresh/'), server.count('profile/')]).toEqual([1, 2]);
  });

  it('does not run for another kind of 401', async () => {
    server.answer = () => ({ status: 401, body: { code: 'unauthorized', detail: 'Log in.' } });
    session.save({ token: tokenFor(600), refreshToken: 'r' });
    expect(await clientFor()(mine)).toMatchObject({ ok: false, failure: { status: 401 } });
    expect(server.count('refresh/')).toBe(0);
  });

  it('that is refused ends the session, says so once, and fails the calls with no payload', async () => {
    session.save({ token: tokenFor(1), refreshToken: 'spent' });
    const call = clientFor();
    const results = await Promise.all([call(mine), call(mine), call(coins)]);
    for (const result of results) expect(result).toEqual({ ok: false, failure: { kind: 'session-lost' } });
    expect(session.isLoggedIn()).toBe(false);
    expect(onSessionLost).toHaveBeenCalledTimes(1);
    expect(server.seen).toHaveLength(1);
  });

  it('that is refused hands the server’s reason on', async () => {
    server.answer = () => ({ status: 401, body: { code: 'session_concurrent', detail: 'Closed.' } });
    session.save({ token: tokenFor(1), refreshToken: 'r' });
    await clientFor()(mine);
    expect(onSessionLost).toHaveBeenCalledWith('session_concurrent');
  });

  it('ends the session without a call when there is no refresh token', async () => {
    session.save({ token: 'unreadable', refreshToken: '' });
    expect(await clientFor()(mine)).toEqual({ ok: false, failure: { kind: 'session-lost' } });
    expect(server.seen).toHaveLength(0);
  });

  it.each([{ cut: true }, { status: 503 }, { status: 500 }, { status: 429 }, { status: 422 }])(
    'that gets no answer (%j) keeps the session',
    async (reply) => {
      server.answer = () => reply;
      session.save({ token: tokenFor(1), refreshToken: 'r' });
      expect(await clientFor()(mine)).toMatchObject({ ok: false });
      expect(session.isLoggedIn()).toBe(true);
      expect(onSessionLost).not.toHaveBeenCalled();
    },
  );

  it('uses the token that another tab has stored meanwhile', async () => {
    session.save({ token: tokenFor(600, 'revoked'), refreshToken: 'r' });
    server.answer = ({ headers }) => {
      if (headers.authorization === `Bearer ${fresh}`) return answered;
      session.save({ token: fresh, refreshToken: 'other-tab' });
      return tokenNotValid;
    };
    expect(await clientFor()(mine)).toMatchObject({ ok: true });
    expect(server.count('refresh/')).toBe(0);
  });

  it('that loses to another tab takes the other tab’s token instead of logging out', async () => {
    session.save({ token: tokenFor(1), refreshToken: 'spent' });
    const refuseAll = server.answer;
    server.answer = (request) => {
      if (request.url.endsWith('refresh/')) session.save({ token: fresh, refreshToken: 'other-tab' });
      return refuseAll(request);
    };
    expect(await clientFor()(mine)).toMatchObject({ ok: true });
    expect(session.read().refreshToken).toBe('other-tab');
  });

  it('happens once for two tabs that need it at the same moment', async () => {
    let turn: Promise<unknown> = Promise.resolve();
    const request = <Value>(_: string, work: () => Promise<Value>) => {
      const mine = turn.then(work);
      turn = mine;
      return mine;
    };
    vi.stubGlobal('navigator', { locks: { request } });
    session.save({ token: tokenFor(1), refreshToken: 'r' });
    const results = await Promise.all([clientFor()(mine), clientFor()(mine)]);
    vi.unstubAllGlobals();
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(server.count('refresh/')).toBe(1);
  });

  it('does not bring a session back that was logged out while it ran', async () => {
    session.save({ token: tokenFor(1), refreshToken: 'r' });
    const trade = server.answer;
    server.answer = (request) => {
      session.clear();
      return trade(request);
    };
    expect(await clientFor()(mine)).toEqual({ ok: false, failure: { kind: 'session-lost' } });
    expect(session.isLoggedIn()).toBe(false);
  });
});

describe('a failure', () => {
  it('wraps the server’s answer with code, detail and fields', async () => {
    const body = {
      code: 'unprocessable_entity',
      detail: 'Check the form.',
      fields: { email: 'Not an address.' },
    };
    server.answer = () => ({ status: 422, body });
    expect(await clientFor()(mine)).toEqual({
      ok: false,
      failure: {
        kind: 'refused',
        message: 'Request failed with status code 422',
        status: 422,
        code: 'unprocessable_entity',
        detail: 'Check the form.',
        fields: { email: 'Not an address.' },
        data: body,
      },
    });
  });

  it('survives an answer that is not JSON', async () => {
    server.answer = () => ({ status: 502, text: '<html>Bad gateway</html>' });
    expect(await clientFor()(mine)).toMatchObject({
      ok: false,
      failure: { status: 502, code: null, detail: null },
    });
  });

  it.each([200, 204, 299])('is not what status %i means', async (status) => {
    server.answer = () => (status === 204 ? { status } : { status, ...answered });
    const empty = { ...mine, response: z.unknown() };
    expect(await clientFor()(empty)).toMatchObject({ ok: true });
  });

  it('is named Network Error when the connection breaks', async () => {
    server.answer = () => ({ cut: true });
    expect(await clientFor()(mine)).toEqual({
      ok: false,
      failure: { kind: 'network', message: 'Network Error' },
    });
  });

  it('is named Request aborted when the caller gives up', async () => {
    const giveUp = new AbortController();
    server.answer = () => {
      giveUp.abort();
      return { hang: true };
    };
    const result = await clientFor()(mine, { signal: giveUp.signal });
    expect(result).toEqual({ ok: false, failure: { kind: 'aborted', message: 'Request aborted' } });
  });

  it('is named timeout exceeded when the call’s own time limit passes', async () => {
    server.answer = () => ({ hang: true });
    const result = await clientFor()(mine, { timeoutMs: 30 });
    expect(result).toEqual({ ok: false, failure: { kind: 'timeout', message: 'timeout exceeded' } });
  });

  it('is reported when a 2xx body breaks the contract', async () => {
    server.answer = () => ({ body: { name: 7 } });
    expect(await clientFor()(mine)).toMatchObject({ ok: false, failure: { kind: 'unexpected-answer' } });
  });
});
