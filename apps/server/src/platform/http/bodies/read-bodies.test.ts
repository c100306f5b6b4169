import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { defineEndpoint } from '@emporion/contracts/rest';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ServerModule } from '#platform/module.ts';
import type { App } from '../app.ts';
import { serveEndpoint } from '../serve-endpoint.ts';
import { createTestApp, type TestAppOptions } from '../testing/test-app.ts';

const measure = defineEndpoint({
  method: 'POST',
  path: 'measure',
  access: 'open',
  tag: 'test',
  summary: 'Exists for this test',
  body: z.object({ text: z.string() }),
  response: z.object({ length: z.number() }),
});

const reset = defineEndpoint({
  method: 'DELETE',
  path: 'measure/:id',
  access: 'open',
  tag: 'test',
  summary: 'Exists for this test',
  params: z.object({ id: z.string() }),
  response: z.object({ reset: z.string() }),
});

const testModule: ServerModule = {
  name: 'test',
  register: (app) => {
    serveEndpoint(app, measure, ({ body }) => ({ length: body.text.length }));
    serveEndpoint(app, reset, ({ params }) => ({ reset: params.id }));
  },
};

let app: App;
let port = 0;
const sockets: Socket[] = [];

async function listen(options: TestAppOptions = {}): Promise<void> {
  ({ app } = await createTestApp({ modules: [testModule], ...options }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

function send(head: string, body: string | Buffer): Socket {
  const socket = connect({ host: '127.0.0.1', port }).setNoDelay(true).setEncoding('utf8');
  socket.on('error', () => undefined);
  sockets.push(socket);
  const start = 'POST /api/v1/measure/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  socket.write(`${start}${head}\r\n\r\n`);
  socket.write(body);
  return socket;
}

async function statusOf(socket: Socket): Promise<string> {
  const [answer] = (await once(socket, 'data')) as [string];
  return answer.slice(9, 12);
}

it('reads a body whole, in two pieces within a letter, and in chunks of a byte', async () => {
  await listen();
  const body = Buffer.from('{"text":"ä"}');
  expect(await statusOf(send(`Content-Length: ${body.length}`, body))).toBe('200');

  const cut = body.indexOf('ä') + 1;
  const halves = send(`Content-Length: ${body.length}`, body.subarray(0, cut));
  await vi.waitFor(() => expect(app.unfinishedBodies.bytes).toBe(cut));
  halves.write(body.subarray(cut));
  const [answer] = (await once(halves, 'data')) as [string];
  expect(answer).toContain('{"length":1}');

  const chunks = [...body].map((byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]));
  expect(
    await statusOf(send('Transfer-Encoding: chunked', Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]))),
  ).toBe('200');
  expect(app.unfinishedBodies.bytes).toBe(0);
});

it('refuses a long body before it is sent, and one that says nothing of its length when it is too long or in too many pieces', async () => {
  await listen();
  expect(await statusOf(send('Content-Length: 250000', '{'))).toBe('413');
  const chunk = `${(20_000).toString(16)}\r\n${'x'.repeat(20_000)}\r\n`;
  expect(await statusOf(send('Transfer-Encoding: chunked', chunk))).toBe('413');
  expect(await statusOf(send('Transfer-Encoding: chunked', '1\r\n \r\n'.repeat(2_001)))).toBe('413');
  expect(app.unfinishedBodies.bytes).toBe(0);
});

it('lets bodies that never end make room for one another, and not for one that comes whole', async () => {
  await listen({ unfinishedBytesMax: 10_000 });
  const slow = Array.from({ length: 3 }, () => send('Content-Length: 8000', 'x'.repeat(4_000)));
  const first = await Promise.race(slow.map((socket) => statusOf(socket)));
  expect(first).toBe('408');
  expect(app.unfinishedBodies.bytes).toBe(8_000);
  const text = `{"text":"${'x'.repeat(9_000)}"}`;
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/measure',
    payload: text,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.json()).toEqual({ length: 9_000 });
});

it('forgets what a sender who hung up had sent', async () => {
  await listen();
  const socket = send('Content-Length: 100', '{"text"');
  await vi.waitFor(() => expect(app.unfinishedBodies.bytes).toBe(7));
  socket.destroy();
  await vi.waitFor(() => expect(app.unfinishedBodies.bytes).toBe(0));
});

it('accepts an empty JSON body where the call takes no body, and refuses it where the call takes one', async () => {
  await listen();
  const empty = { headers: { 'content-type': 'application/json' }, payload: '' };
  for (const payload of ['', ' \r\n']) {
    const answer = await app.inject({ ...empty, payload, method: 'DELETE', url: '/api/v1/measure/7/' });
    expect(answer.json()).toEqual({ reset: '7' });
  }
  const needed = await app.inject({ ...empty, method: 'POST', url: '/api/v1/measure/' });
  expect([needed.statusCode, needed.json().code]).toEqual([400, 'invalid_request_format']);
  const broken = await app.inject({ ...empty, payload: '{', method: 'DELETE', url: '/api/v1/measure/7/' });
  expect(broken.json().code).toBe('invalid_request_format');
  const unknown = await app.inject({
    ...empty,
    payload: '{"pair":1}',
    method: 'DELETE',
    url: '/api/v1/measure/7/',
  });
  expect([unknown.statusCode, Object.keys(unknown.json().fields)]).toEqual([422, ['pair']]);
});
