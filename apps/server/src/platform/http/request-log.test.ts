import { defineEndpoint } from '@emporion/contracts/rest';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { ServerModule } from '#platform/module.ts';
import { serveEndpoint } from './serve-endpoint.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

const described = { tag: 'test', summary: 'Exists for this test', response: z.object({}) };
const open = defineEndpoint({
  ...described,
  method: 'POST',
  path: 'open',
  access: 'open',
  body: z.object({ password: z.string() }),
});
const mine = defineEndpoint({ ...described, method: 'GET', path: 'mine', access: 'user' });

const testModule: ServerModule = {
  name: 'test',
  authenticator: () => (token) => (token === 'hush-token' ? { userId: 'u1', sessionId: 's1' } : undefined),
  register(app) {
    serveEndpoint(app, open, () => ({}));
    serveEndpoint(app, mine, () => ({}));
  },
};

let test: TestApp;
afterEach(() => test.app.close());

async function lineOf(options: object, env: Record<string, string> = {}): Promise<Record<string, unknown>> {
  test = await createTestApp({ modules: [testModule], env });
  await test.app.inject({ remoteAddress: '203.0.113.9', ...options });
  const lines = test.logLines.filter((line) => line.includes('"msg":"request"'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('hush');
  return JSON.parse(lines[0] ?? '{}');
}

const authorization = 'Bearer hush-token';

it('says who asked and from where, and nothing secret', async () => {
  const line = await lineOf({ url: '/api/v1/mine/?code=hush', headers: { authorization } });
  expect(line).toMatchObject({ userId: 'u1', address: '203.0.113.9', route: '/api/v1/mine/' });
});

it('names nobody where nobody is known', async () => {
  const refused = await lineOf({ url: '/api/v1/mine', headers: { authorization: 'Bearer hush-other' } });
  expect(refused).toMatchObject({ address: '203.0.113.9', status: 401 });
  expect(refused).not.toHaveProperty('userId');
  await test.app.close();
  const body = { method: 'POST', url: '/api/v1/open', payload: { password: 'hush' } };
  expect(await lineOf(body)).toMatchObject({ address: '203.0.113.9', status: 200 });
});

it('gives the address that a trusted proxy forwards', async () => {
  const options = { url: '/api/v1/mine', headers: { authorization, 'x-forwarded-for': '198.51.100.7' } };
  expect(await lineOf(options, { TRUST_PROXY: '1' })).toMatchObject({ address: '198.51.100.7' });
});

it.each([
  '/account/assets/index-4f2a.js',
  '/admin/assets/index-4f2a.css?v=1',
  '/account/service-worker.js',
  '/account/manifest.webmanifest?v=2',
  '/public/brand/icon.png',
  '/api/docs/static/swagger-ui.css',
  '/healthz',
])('logs %s only at debug', async (url) => {
  const files: ServerModule = {
    name: 'files',
    register: (app) => {
      app.addHook('onRequest', (_request, reply) => void reply.send('a file'));
    },
  };
  test = await createTestApp({ modules: [files], env: { LOG_LEVEL: 'info' } });
  await test.app.inject({ url });
  await test.app.inject({ url: '/account/wallet' });
  await test.app.inject({ url: '/admin/' });
  const paths = test.logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request')
    .map(({ path }) => path);
  expect(paths).toEqual(['/account/wallet', '/admin']);
});
