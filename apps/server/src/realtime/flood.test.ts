import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { closeCodes, socketPaths } from '@emporion/contracts/sockets';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { App } from '#platform/http/app.ts';
import { createTestApp } from '#platform/http/testing/test-app.ts';
import { createRealtimeModule } from './index.ts';
import type { GatewayLimits } from './limits.ts';
import { connectClient } from './testing/client.ts';

const apps: App[] = [];
const sockets: Socket[] = [];

async function listen(limits: Partial<GatewayLimits> = {}) {
  const { app } = await createTestApp({ modules: [createRealtimeModule({ closeGraceMs: 50, ...limits })] });
  apps.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, trading: `ws://127.0.0.1:${port}${socketPaths.trading}` };
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const app of apps.splice(0)) await app.close();
});

/** A connection past its handshake that sends frames of the test's own making. */
async function openRaw(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(
    `GET ${socketPaths.trading} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(socket, 'data');
  return socket;
}

/** A masked frame without the final bit and without a payload. */
const emptyStart = Buffer.from([0x01, 0x80, 0, 0, 0, 0]);
const emptyContinuation = Buffer.from([0x00, 0x80, 0, 0, 0, 0]);

describe('control frames', () => {
  it('are answered while they are few', async () => {
    const { trading } = await listen();
    const { socket } = await connectClient(trading);
    socket.ping('hello');
    const [data] = await once(socket, 'pong');
    expect(String(data)).toBe('hello');
  });

  it.each(['ping', 'pong'] as const)('close the socket when a %s comes too often', async (frame) => {
    const { trading } = await listen({ messageBurstMax: 5, messagesPerSecond: 0.001 });
    const client = await connectClient(trading);
    let answered = 0;
    client.socket.on('pong', () => {
      answered += 1;
    });
    for (let count = 0; count < 50; count += 1) client.socket[frame]('x');
    expect(await client.closed()).toBe(closeCodes.tooManyMessages);
    expect(answered).toBeLessThanOrEqual(5);
  });

  it('do not count as a heartbeat unless they answer ours', async () => {
    const { trading } = await listen({ heartbeatMs: 30, messageBurstMax: 1_000 });
    const client = await connectClient(trading, { autoPong: false });
    client.socket.on('ping', () => client.socket.pong('not what was asked'));
    expect(await client.closed()).toBe(1006);
  });
});

describe('an address that sends too much with many sockets', () => {
  const limits = {
    addressMessageBurstMax: 10,
    addressMessagesPerSecond: 0.001,
    messageBurstMax: 10,
    messagesPerSecond: 0.001,
  };

  it('has its loud sockets closed, while a quiet one is still answered', async () => {
    const { trading } = await listen(limits);
    const quiet = await connectClient(trading);
    for (let socket = 0; socket < 3; socket += 1) {
      const loud = await connectClient(trading);
      for (let ping = 0; ping < 20; ping += 1) loud.send({ ping });
      expect(await loud.closed()).toBe(closeCodes.tooManyMessages);
    }
    quiet.send({ ping: 7 });
    expect(await quiet.next()).toEqual({ kind: 'pong', ping: 7 });
  });

  it('may not send more because it hangs up and connects again', async () => {
    const { trading } = await listen(limits);
    const answered: number[] = [];
    for (let socket = 0; socket < 3; socket += 1) {
      const client = await connectClient(trading);
      let pongs = 0;
      client.socket.on('message', () => {
        pongs += 1;
      });
      for (let ping = 0; ping < 10; ping += 1) client.send({ ping });
      if (socket === 0) while (pongs < 10) await once(client.socket, 'message');
      else await client.closed();
      client.socket.terminate();
      answered.push(pongs);
    }
    expect(answered[0]).toBe(10);
    for (const count of answered.slice(1)) expect(count).toBeLessThanOrEqual(2);
  });
});

describe('frames without content', () => {
  it('are bounded in one message', async () => {
    const { port } = await listen();
    const socket = await openRaw(port);
    const closed = once(socket, 'close');
    socket.resume();
    socket.write(Buffer.concat([emptyStart, ...Array.from({ length: 2_000 }, () => emptyContinuation)]));
    await closed;
  });

  it('are bounded over time, however they are cut', async () => {
    const { port } = await listen({
      messageBurstMax: 10_000,
      receivedBytesBurstMax: 5_000,
      receivedBytesPerSecond: 1,
    });
    const socket = await openRaw(port);
    const closed = once(socket, 'close');
    socket.resume();
    const whole = Buffer.concat([emptyStart, Buffer.from([0x80, 0x80, 0, 0, 0, 0])]);
    socket.write(Buffer.concat(Array.from({ length: 500 }, () => whole)));
    await closed;
  });
});

describe('a socket that is being closed', () => {
  it('has one timer however many messages still come', async () => {
    const { trading } = await listen({ messageBurstMax: 1, messagesPerSecond: 0.001 });
    const client = await connectClient(trading);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const before = timers.mock.calls.filter(([, delay]) => delay === 50).length;
    for (let count = 0; count < 50; count += 1) client.send({ token: null });
    await client.closed();
    expect(timers.mock.calls.filter(([, delay]) => delay === 50).length - before).toBe(1);
    timers.mockRestore();
  });
});
