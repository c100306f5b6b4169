import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { socketPaths } from '@emporion/contracts/sockets';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { App } from '#platform/http/app.ts';
import { createTestApp } from '#platform/http/testing/test-app.ts';
import type { ServerModule } from '#platform/module.ts';
import { createRealtimeModule } from './index.ts';
import type { GatewayLimits } from './limits.ts';
import { connectClient } from './testing/client.ts';

const apps: App[] = [];
const sockets: Socket[] = [];

const slowModule: ServerModule = {
  name: 'slow',
  register: (app) => void app.get('/slow', () => new Promise(() => undefined)),
};

async function listen(limits: Partial<GatewayLimits> = {}) {
  const test = await createTestApp({ modules: [createRealtimeModule(limits), slowModule] });
  apps.push(test.app);
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = test.app.server.address() as AddressInfo;
  const open = () => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  return { ...test, port, open, trading: `ws://127.0.0.1:${port}${socketPaths.trading}` };
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const app of apps.splice(0)) await app.close();
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

function handshake(path: string, { method = 'GET', upgrade = 'websocket', more = '' } = {}): string {
  return (
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${more}\r\n`
  );
}

async function exchange(socket: Socket, sent: string): Promise<{ status: number; body: unknown }> {
  socket.write(sent);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('connection: close');
  expect(head.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(body)}`);
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}

describe('a pipelined upgrade', () => {
  it.each([
    ['an answer', '/healthz', '/'],
    ['a request under way', '/slow', socketPaths.trading],
    ['two requests under way', '/slow', '/account/'],
  ])('after %s ends the connection and nothing else', async (what, first, path) => {
    const { open, trading, platform } = await listen();
    const socket = open();
    socket.resume();
    const before = what.startsWith('two') ? get(first) + get(first) : get(first);
    socket.write(before + handshake(path));
    await once(socket, 'close');
    await connectClient(trading);
    await vi.waitFor(() => expect(platform.metrics.inFlight.requests).toBe(0));
  });

  it('is served when the answer before it has been read', async () => {
    const { open } = await listen();
    const socket = open();
    socket.write(get('/healthz'));
    await once(socket, 'data');
    socket.write(handshake(socketPaths.trading));
    expect(String(await once(socket, 'data'))).toContain('101 Switching Protocols');
  });
});

describe('an upgrade that opens no socket', () => {
  it.each([
    ['of an ordinary route', handshake('/healthz'), 404, 'not_found'],
    ['of an encoded path', handshake('/%77sapi/v1/trading'), 404, 'not_found'],
    ['to another protocol', handshake('/healthz', { upgrade: 'h2c' }), 400, 'bad_request'],
    ['to another protocol on our path', handshake(socketPaths.trading, { upgrade: 'x' }), 400, 'bad_request'],
    ['by POST', handshake(socketPaths.trading, { method: 'POST' }), 405, 'method_not_allowed'],
    [
      'without a key',
      handshake(socketPaths.trading).replace(/Sec-WebSocket-Key.*\r\n/, ''),
      400,
      'bad_request',
    ],
    ['of another version', handshake(socketPaths.trading).replace(': 13', ': 12'), 400, 'bad_request'],
    [
      'with a broken protocol list',
      handshake(socketPaths.trading, { more: 'Sec-WebSocket-Protocol: a,,b\r\n' }),
      400,
      'bad_request',
    ],
    ['without a host', handshake(socketPaths.trading).replace(/Host.*\r\n/, ''), 400, 'bad_request'],
  ])('%s is refused from the catalogue', async (_what, sent, status, code) => {
    const { open } = await listen();
    expect(await exchange(open(), sent)).toMatchObject({ status, body: { code } });
  });

  it('does not keep a connection whose other side goes on without reading', async () => {
    const { open, app } = await listen({ handshakeMs: 50 });
    const socket = open();
    socket.pause();
    socket.write(handshake('/nothing'));
    await once(socket, 'connect');
    await vi.waitFor(async () => {
      const count = await new Promise((resolve) =>
        app.server.getConnections((_error, open) => resolve(open)),
      );
      expect(count).toBe(0);
    });
  });
});
