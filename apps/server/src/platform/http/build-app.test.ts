import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp, productionEnv, type TestApp, type TestAppOptions } from './testing/test-app.ts';

const opened: TestApp[] = [];

async function open(options: TestAppOptions = {}): Promise<TestApp> {
  const test = await createTestApp(options);
  opened.push(test);
  return test;
}

afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close();
});

describe('system routes', () => {
  it('answers the time under both bases, with and without the last slash', async () => {
    const { app } = await open();
    for (const url of ['/api/v1/time/', '/api/v1/time', '/api/public/v1/time/', '/api/public/v1/time']) {
      const answer = await app.inject(url);
      expect(answer.statusCode, url).toBe(200);
      expect(answer.json()).toEqual({ now: '2026-01-02T03:04:05.678Z', epoch_ms: 1767323045678 });
    }
  });

  it('says in its status that it is a demo', async () => {
    const { app } = await open();
    expect((await app.inject('/api/v1/status')).json()).toMatchObject({ demo: true, maintenance: false });
  });

  it('answers that it is alive although the database is not', async () => {
    const { app } = await open();
    const answer = await app.inject('/healthz');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('answers that it is not ready while the database is unreachable', async () => {
    const { app } = await open();
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unready' }]);
  });
});

describe('security headers', () => {
  it('allow a page no inline code and nothing from elsewhere', async () => {
    const { app } = await open();
    const { headers } = await app.inject('/nothing-here');
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(policy.split(';')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('let an answer of the API be no page at all', async () => {
    const { app } = await open();
    for (const url of ['/api/v1/time', '/api/public/v1/time']) {
      const { headers } = await app.inject(url);
      expect(headers, url).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      });
    }
  });

  it('keep answers of the API out of caches, however its address is written', async () => {
    const { app } = await open();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    for (const url of [
      '/%61pi/v1/time/',
      `http://127.0.0.1:${port}/api/v1/time/`,
      '/%61pi/v1/nothing',
      '/%zz',
    ]) {
      const socket = connect({ host: '127.0.0.1', port });
      socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(await text(socket), url).toContain('cache-control: no-store');
    }
  });

  it('keeps browsers on https when the public address is https', async () => {
    const { app } = await open({ env: productionEnv });
    for (const url of ['/api/v1/time', '/nothing-here']) {
      const { headers } = await app.inject(url);
      expect(headers['strict-transport-security'], url).toContain('max-age=31536000');
    }
    const { headers } = await app.inject('/nothing-here');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
  });

  it('grants other origins nothing and refuses their preflight', async () => {
    const { app } = await open();
    const plain = await app.inject({ url: '/api/v1/time', headers: { origin: 'https://evil.example' } });
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/api/v1/time',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.statusCode).toBe(405);
    for (const { headers } of [plain, preflight]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('rate limit', () => {
  it('refuses the call after the last allowed one, with the catalogue row and when to retry', async () => {
    const { app } = await open({ env: { RATE_LIMIT_PER_MINUTE: '2' } });
    const answers = [];
    for (let call = 0; call < 3; call += 1) answers.push(await app.inject('/api/v1/time'));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
    expect(answers[2]?.json().code).toBe('rate_limit_exceeded');
    expect(answers[2]?.headers['retry-after']).toMatch(/^\d+$/);
    expect(answers[0]?.headers['x-ratelimit-remaining']).toBe('1');
  });

  it('counts each address for itself and unknown routes too, but no health check', async () => {
    const { app } = await open({ env: { RATE_LIMIT_PER_MINUTE: '1' } });
    const status = async (url: string, remoteAddress: string) =>
      (await app.inject({ url, remoteAddress })).statusCode;
    expect(await status('/api/v1/nothing', '10.0.0.1')).toBe(404);
    expect(await status('/api/v1/time', '10.0.0.1')).toBe(429);
    expect(await status('/api/v1/time', '10.0.0.2')).toBe(200);
    expect(await status('/healthz', '10.0.0.2')).toBe(200);
    expect(await status('/healthz', '10.0.0.2')).toBe(200);
  });

  it('believes a forwarded address only from the configured number of proxies', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9, 10.0.0.1' };
    const trusting = await open({ env: { RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: '1' } });
    const status = async ({ app }: TestApp, forwarded: string) =>
      (await app.inject({ url: '/api/v1/time', headers: { 'x-forwarded-for': forwarded } })).statusCode;
    expect(await status(trusting, headers['x-forwarded-for'])).toBe(200);
    // The left part is the client's own claim; changing it must not buy another allowance.
    expect(await status(trusting, '198.51.100.7, 10.0.0.1')).toBe(429);
    expect(await status(trusting, '10.0.0.2')).toBe(200);
    const distrusting = await open({ env: { RATE_LIMIT_PER_MINUTE: '1' } });
    expect(await status(distrusting, '10.0.0.1')).toBe(200);
    expect(await status(distrusting, '10.0.0.2')).toBe(429);
  });
});

describe('request id', () => {
  it('echoes a well-formed one and replaces any other', async () => {
    const { app } = await open();
    const echoed = async (given: string) =>
      (await app.inject({ url: '/healthz', headers: { 'x-request-id': given } })).headers['x-request-id'];
    expect(await echoed('trace-0123456789')).toBe('trace-0123456789');
    for (const bad of ['short', 'a'.repeat(65), 'has spaces in it', '"},{"level":"fatal']) {
      expect(await echoed(bad)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    }
  });
});

describe('metrics', () => {
  it('counts a request under its route pattern', async () => {
    const { app } = await open({ env: { METRICS_TOKEN: 'a-long-metrics-token' } });
    await app.inject('/api/v1/time');
    await app.inject('/api/v1/made-up-path');
    const headers = { authorization: 'Bearer a-long-metrics-token' };
    const { body } = await app.inject({ url: '/metrics', headers });
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/v1/time/",status="200"} 1',
    );
    expect(body).toContain('route="unknown",status="404"');
    expect(body).not.toContain('made-up-path');
    expect(body).toContain('http_requests_in_flight 1');
    expect(body).toContain('process_cpu_seconds_total');
  });
});
