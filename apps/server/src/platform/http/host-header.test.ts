import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import type { ServerModule } from '#platform/module.ts';
import type { App } from './app.ts';
import { createTestApp } from './testing/test-app.ts';

const outboxModule: ServerModule = {
  name: 'outbox',
  register: (app) => void app.get('/dev/outbox', async () => ({ ok: true })),
};

const apps: App[] = [];

async function listen(env: Record<string, string> = {}) {
  const { app } = await createTestApp({ modules: [outboxModule], env });
  apps.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return async (lines: string[]) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    return { status: Number(answer.split(' ')[1]), body: answer.split('\r\n\r\n')[1] };
  };
}

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

it('refuses a request with no host or two, from the catalogue', async () => {
  const ask = await listen();
  const none = await ask(['GET /healthz HTTP/1.1']);
  expect([none.status, JSON.parse(none.body ?? '').code]).toEqual([400, 'bad_request']);
  const two = await ask(['GET /healthz HTTP/1.1', 'Host: localhost', 'host: evil.example']);
  expect([two.status, JSON.parse(two.body ?? '').code]).toEqual([400, 'bad_request']);
  expect((await ask(['GET /healthz HTTP/1.0'])).status).toBe(200);
});

it.each([
  ['localhost:8080', 200],
  ['LOCALHOST', 200],
  ['127.0.0.1:1', 200],
  ['[::1]:8080', 200],
  ['demo.example', 200],
  ['evil.example', 403],
  ['localhost.evil.example', 403],
  ['localhost@evil.example', 403],
  ['192.0.2.1', 403],
])('shows the outbox of a demo under %s with %i', async (host, status) => {
  const ask = await listen({ PUBLIC_URL: 'http://demo.example:8080' });
  expect((await ask(['GET /dev/outbox HTTP/1.1', `Host: ${host}`])).status).toBe(status);
  expect((await ask(['GET /%64ev/outbox HTTP/1.1', `Host: ${host}`])).status).toBe(status);
  expect((await ask(['GET /healthz HTTP/1.1', `Host: ${host}`])).status).toBe(200);
});

it('takes any address, but no foreign name, when the demo listens on all of them', async () => {
  const ask = await listen({ HOST: '0.0.0.0' });
  expect((await ask(['GET /dev/outbox HTTP/1.1', 'Host: 192.0.2.1:8080'])).status).toBe(200);
  expect((await ask(['GET /dev/outbox HTTP/1.1', 'Host: evil.example'])).status).toBe(403);
});
