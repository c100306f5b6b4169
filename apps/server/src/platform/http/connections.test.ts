import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ServerModule } from '#platform/module.ts';
import type { App } from './app.ts';
import { closeApp } from './close-app.ts';
import { createTestApp, type TestAppOptions } from './testing/test-app.ts';

const apps: App[] = [];
const sockets: Socket[] = [];

async function listen(options: TestAppOptions = {}) {
  const { app } = await createTestApp(options);
  apps.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const open = async (localAddress = '127.0.0.1') => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  return { app, open };
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const app of apps.splice(0)) await app.close();
});

const request = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
const healthy = request('/healthz');

async function closed(socket: Socket) {
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
}

/** Knows one token, and answers `/hold` when the test says so. */
function holding(): ServerModule & { readonly waiting: (() => void)[] } {
  const waiting: (() => void)[] = [];
  return {
    name: 'holding',
    waiting,
    authenticator: () => async (token) =>
      token === 'good' ? { userId: 'ann', sessionId: 'one' } : undefined,
    register: (app) => {
      app.get('/hold', async () => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return {};
      });
      app.post('/api/v1/hold', async () => ({}));
    },
  };
}

describe('connections', () => {
  it('of one address are bounded, and the oldest idle one makes room', async () => {
    const { app, open } = await listen({ connectionsPerAddressMax: 2 });
    const [first, second] = [await open(), await open()];
    first.write('GET /healthz HTTP/1.1\r\nHost: ');
    second.write(healthy);
    await once(second, 'data');
    const third = await open();
    await closed(first);
    third.write(healthy);
    expect(String(await once(third, 'data'))).toContain('200 OK');
    expect(app.connections.size).toBe(2);
    expect(second.destroyed).toBe(false);
  });

  it('that showed a good token are dropped after those that did not', async () => {
    const { open } = await listen({ connectionsPerAddressMax: 2, modules: [holding()] });
    const known = await open();
    known.write(request('/api/v1/time', 'Authorization: Bearer good\r\n'));
    await once(known, 'data');
    const stranger = await open();
    stranger.write(request('/api/v1/time', 'Authorization: Bearer forged\r\n'));
    await once(stranger, 'data');
    const third = await open();
    await closed(stranger);
    third.write(request('/api/v1/time', 'Authorization: Bearer good\r\n'));
    await once(third, 'data');
    await open();
    await closed(known);
  });

  it('whose bodies never end make room, so that a user of the same address still comes through', async () => {
    const { app, open } = await listen({ connectionsPerAddressMax: 20, modules: [holding()] });
    const slow =
      'POST /api/v1/hold/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
    for (let count = 0; count < 20; count += 1) (await open()).write(slow);
    await vi.waitFor(() => expect(app.unfinishedBodies.bytes).toBe(20));
    for (let count = 0; count < 3; count += 1) {
      const known = await open();
      known.write(request('/api/v1/time', 'Authorization: Bearer good\r\n'));
      expect(String(await once(known, 'data'))).toContain('200 OK');
    }
    expect(app.connections.size).toBe(20);
    expect(app.unfinishedBodies.bytes).toBe(17);
  });

  it('with a request under way are kept, and a newcomer is refused where there is nothing else', async () => {
    const hold = holding();
    const { app, open } = await listen({ connectionsPerAddressMax: 2, modules: [hold] });
    const busy = [await open(), await open()];
    for (const socket of busy) socket.write(request('/hold'));
    await vi.waitFor(() => expect(hold.waiting).toHaveLength(2));
    await closed(await open());
    for (const answer of hold.waiting) answer();
    await Promise.all(busy.map((socket) => once(socket, 'data')));
    await open();
    await closed(busy[0] as Socket);
    expect(app.connections.size).toBe(2);
  });

  it('are bounded all together, and whoever holds most makes room', async () => {
    const { open } = await listen({ connectionsMax: 4 });
    const alone = await open('127.0.0.2');
    const [first] = [await open(), await open(), await open()];
    await open('127.0.0.3');
    await closed(first);
    expect(alone.destroyed).toBe(false);
  });

  it('are not bounded by address behind a proxy', async () => {
    const { app, open } = await listen({ connectionsPerAddressMax: 1, env: { TRUST_PROXY: '1' } });
    await open();
    await open();
    await vi.waitFor(() => expect(app.connections.size).toBe(2));
  });
});

describe('stopping', () => {
  it('cuts connections that were taken over from the server', async () => {
    const taker: ServerModule = {
      name: 'taker',
      register: (app) => void app.server.on('upgrade', (_request, socket) => socket.write('taken')),
    };
    const { app, open } = await listen({ modules: [taker] });
    const socket = await open();
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    await once(socket, 'data');
    const closed = once(socket, 'close');
    await closeApp(app, 20);
    await closed;
  });

  it('ends although a part of the application never does', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stuck: ServerModule = { name: 'stuck', register: (app) => void app.addHook('onClose', () => held) };
    const { app } = await listen({ modules: [stuck] });
    await closeApp(app, 20);
    release();
  });
});

describe('requests that Node does not pass on', () => {
  it.each([
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 405, 'method_not_allowed'],
    [
      'an unknown expectation',
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: foo\r\n\r\n',
      400,
      'bad_request',
    ],
  ])('answers %s from the catalogue', async (_what, sent, status, code) => {
    const { open } = await listen();
    const socket = await open();
    socket.write(sent);
    const answer = await text(socket);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').code).toBe(code);
  });

  it.each([
    'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: foo\r\n\r\n',
  ])('survives %j behind another request', async (sent) => {
    const { open } = await listen();
    const socket = await open();
    socket.resume();
    socket.write(healthy + sent);
    await once(socket, 'close');
    const other = await open();
    other.write(healthy);
    expect(String(await once(other, 'data'))).toContain('200 OK');
  });
});
