import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeCodes, socketPaths } from '@emporion/contracts/sockets';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { App } from '#platform/http/app.ts';
import type { Caller } from '#platform/http/caller.ts';
import { closeApp } from '#platform/http/close-app.ts';
import { createTestApp, type TestAppOptions } from '#platform/http/testing/test-app.ts';
import type { ServerModule } from '#platform/module.ts';
import { adoptSettings, defaultSettings } from '#platform/settings/exchange-settings.ts';
import { setAnnounced } from '#platform/settings/public-status.ts';
import { createRealtimeModule, registerTopic, type Subscriber } from './index.ts';
import type { GatewayLimits } from './limits.ts';
import { connectClient, refusedStatus } from './testing/client.ts';

interface Opened {
  readonly subscriber: Subscriber;
  readonly params: unknown;
  open: boolean;
  /** How often it was added while it was there. */
  again: number;
}

/** Two topics that do what the test tells them, and tokens that are the names of their holders. */
function createTopics() {
  const opened: Opened[] = [];
  /** What the next tokens are answered with, where a test has its own answer. */
  const checks: (() => Promise<Caller | undefined>)[] = [];
  const record = (subscriber: Subscriber, params: unknown) => {
    const entry: Opened = { subscriber, params, open: true, again: 0 };
    opened.push(entry);
    return {
      again: () => {
        entry.again += 1;
        subscriber.send({ kind: 'trades', sequence: 0, pair: 'BTC-USDT', results: [] });
      },
      leave: () => {
        entry.open = false;
      },
    };
  };
  const topicModule: ServerModule = {
    name: 'test',
    authenticator: () => async (token) => {
      const check = checks.shift();
      if (check !== undefined) return check();
      if (token === 'broken') throw new Error('the identity module failed');
      if (!token.startsWith('user-')) return undefined;
      // `user-1:phone` is another session of `user-1`; `user-1:brief` is over before it begins.
      const [userId = '', name] = token.split(':');
      const expiresAt = name === 'brief' ? new Date() : new Date(Date.now() + 3_600_000);
      return { userId, sessionId: `of-${token}`, expiresAt };
    },
    register(app) {
      registerTopic(app, {
        name: 'trades',
        open(subscriber, params) {
          if (params.pair === 'BAD-USDT') throw new Error('the topic failed');
          subscriber.send({ kind: 'trades', sequence: 0, pair: params.pair, results: [] });
          return record(subscriber, params);
        },
      });
      registerTopic(app, { name: 'balance', open: async (subscriber, params) => record(subscriber, params) });
    },
  };
  return { opened, checks, topicModule };
}

const apps: App[] = [];

async function listen(limits: Partial<GatewayLimits> = {}, options: TestAppOptions = {}) {
  const { opened, checks, topicModule } = createTopics();
  const test = await createTestApp({
    modules: [createRealtimeModule({ closeGraceMs: 100, ...limits }), topicModule],
    ...options,
  });
  apps.push(test.app);
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = test.app.server.address() as AddressInfo;
  const trading = `ws://127.0.0.1:${port}${socketPaths.trading}`;
  return {
    ...test,
    opened,
    checks,
    port,
    trading,
    notifications: `ws://127.0.0.1:${port}${socketPaths.liveNotifications}`,
  };
}

afterEach(async () => {
  vi.useRealTimers();
  for (const app of apps.splice(0)) await app.close();
});

const addTrades = { command: 'add_trades', params: { pair: 'BTC-USDT' } };

describe('opening a socket', () => {
  it('works on both paths for the own pages and for programs', async () => {
    const { trading, notifications, port } = await listen();
    await connectClient(trading);
    await connectClient(notifications, { origin: `http://127.0.0.1:${port}` });
    await connectClient(trading, { origin: 'http://localhost:8080' });
  });

  it('is refused to pages of other sites', async () => {
    const { trading, port } = await listen();
    for (const origin of ['https://evil.example', 'null', `ftp://127.0.0.1:${port}`, 'http://127.0.0.1:1']) {
      expect(await refusedStatus(trading, { origin }), origin).toBe(403);
    }
  });

  it('is not found on any other path, and the connection ends', async () => {
    const { port } = await listen();
    const socket = connect({ host: '127.0.0.1', port });
    socket.write(
      'GET /wsapi/v1/nothing HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answer).toContain('"code":"not_found"');
  });

  it('survives a handshake that is not one', async () => {
    const { port, trading } = await listen();
    const socket = connect({ host: '127.0.0.1', port });
    socket.write(
      `GET ${socketPaths.trading} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /);
    await connectClient(trading);
  });

  it('is refused as a plain request', async () => {
    const { app } = await listen();
    expect((await app.inject(socketPaths.trading)).statusCode).toBe(400);
  });

  it('is bounded for each address: the oldest socket that speaks for nobody makes room', async () => {
    const { trading } = await listen({ connectionsPerAddressMax: 2 });
    const logIn = async (token: string) => {
      const client = await connectClient(trading);
      client.send({ token });
      expect(await client.next()).toEqual({ kind: 'user_notification', results: [] });
      return client;
    };
    const [first, stranger] = [await logIn('user-1'), await connectClient(trading)];
    await logIn('user-2');
    expect(await stranger.closed()).toBe(closeCodes.tooManyConnections);
    expect(await (await connectClient(trading)).closed()).toBe(closeCodes.tooManyConnections);
    first.send({ token: null });
    first.send({ ping: 1 });
    expect(await first.next()).toEqual({ kind: 'pong', ping: 1 });
    await logIn('user-3');
    expect(await first.closed()).toBe(closeCodes.tooManyConnections);
  });

  it('counts for the user whose token it shows, whatever others do from the same address', async () => {
    const { trading, platform } = await listen({}, { env: { RATE_LIMIT_PER_MINUTE: '1' } });
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    await connectClient(trading);
    expect(await refusedStatus(trading, bearer('forged'))).toBe(429);
    await connectClient(trading, bearer('user-1'));
    expect(await refusedStatus(trading, bearer('user-1'))).toBe(429);
    await connectClient(trading, bearer('user-2'));
    await expect.poll(() => platform.metrics.inFlight.requests).toBe(0);
  });

  it('keeps its connection when the address has no other that could make room', async () => {
    const { trading, port } = await listen({}, { connectionsPerAddressMax: 1 });
    const client = await connectClient(trading);
    const refused = connect({ host: '127.0.0.1', port })
      .on('error', () => undefined)
      .resume();
    await once(refused, 'close');
    client.send({ ping: 1 });
    expect(await client.next()).toEqual({ kind: 'pong', ping: 1 });
  });

  it('leaves no request in flight behind', async () => {
    const { trading, platform } = await listen();
    await connectClient(trading);
    expect(platform.metrics.inFlight.requests).toBe(0);
  });
});

describe('pings', () => {
  it('are answered with their own number, and count as messages', async () => {
    const { trading } = await listen({ messageBurstMax: 3, messagesPerSecond: 0.001 });
    const client = await connectClient(trading);
    client.send({ ping: 7 });
    expect(await client.next()).toEqual({ kind: 'pong', ping: 7 });
    for (let ping = 0; ping < 4; ping += 1) client.send({ ping });
    expect(await client.closed()).toBe(closeCodes.tooManyMessages);
  });
});

describe('tokens', () => {
  it('are confirmed, refused with their code, and null is taken without a word', async () => {
    const { trading } = await listen();
    const client = await connectClient(trading);
    client.send({ token: 'forged' });
    expect(await client.next()).toMatchObject({ kind: 'error', code: 'token_not_valid' });
    client.send({ token: null });
    client.send({ token: 'user-1' });
    expect(await client.next()).toEqual({ kind: 'user_notification', results: [] });
  });

  it('open private subscriptions, and logging out or changing hands closes them', async () => {
    const { trading, opened } = await listen();
    const client = await connectClient(trading);
    client.send({ token: 'user-1' });
    client.send({ command: 'add_balance' });
    client.send(addTrades);
    await client.next();
    await client.next();
    expect(opened[0]?.subscriber.caller).toMatchObject({ userId: 'user-1' });
    client.send({ token: 'user-2' });
    await client.next();
    expect(opened.map(({ open }) => open)).toEqual([false, true]);
    client.send({ command: 'add_balance' });
    client.send({ token: null });
    client.send({ command: 'add_balance' });
    expect(await client.next()).toMatchObject({
      kind: 'error',
      code: 'unauthorized',
      command: 'add_balance',
    });
    expect(opened.map(({ open }) => open)).toEqual([false, true, false]);
  });

  it('that cannot be checked are a failure of ours, not the end of the socket', async () => {
    const { trading, logLines } = await listen();
    const client = await connectClient(trading);
    client.send({ token: 'broken' });
    expect(await client.next()).toMatchObject({ kind: 'error', code: 'internal' });
    expect(logLines.join('')).toContain('the identity module failed');
    client.send(addTrades);
    expect(await client.next()).toMatchObject({ kind: 'trades' });
  });

  it('let the server reach a user on the right socket, and end their sessions', async () => {
    const { app, trading, notifications } = await listen();
    const [one, two, other] = [
      await connectClient(trading),
      await connectClient(notifications),
      await connectClient(trading),
    ];
    for (const [client, token] of [
      [one, 'user-1'],
      [two, 'user-1'],
      [other, 'user-2'],
    ] as const) {
      client.send({ token });
      await client.next();
    }
    app.realtime.sendToUser('user-1', 'trading', { kind: 'deals', results: [] });
    expect(await one.next()).toEqual({ kind: 'deals', results: [] });
    app.realtime.endSessionsOf('user-1');
    expect(await Promise.all([one.closed(), two.closed()])).toEqual([4401, 4401]);
    expect(other.socket.readyState).toBe(other.socket.OPEN);
  });

  it('hear at once when what every page shows changes, whoever is behind them', async () => {
    const { platform, trading } = await listen();
    const [visitor, other] = [await connectClient(trading), await connectClient(trading)];
    setAnnounced(platform, 'news');
    const status = { kind: 'status', maintenance: false, announced: 'news', markets: null };
    expect(await Promise.all([visitor.next(), other.next()])).toEqual([status, status]);
    adoptSettings(platform, { version: 1, settings: { ...defaultSettings, maintenance: true } });
    expect(await visitor.next()).toEqual({ ...status, maintenance: true });
  });

  it('end with the session they are of, and with no other', async () => {
    const { app, trading } = await listen();
    const [laptop, phone] = [await connectClient(trading), await connectClient(trading)];
    for (const [client, token] of [
      [laptop, 'user-1'],
      [phone, 'user-1:phone'],
    ] as const) {
      client.send({ token });
      await client.next();
    }
    app.realtime.endSessionsOf('user-1', ['of-user-1:phone']);
    expect(await phone.closed()).toBe(4401);
    expect(laptop.socket.readyState).toBe(laptop.socket.OPEN);
  });

  it('end too when their session does while they are looked at', async () => {
    const { app, trading, checks } = await listen();
    const client = await connectClient(trading);
    checks.push(
      async () => {
        app.realtime.endSessionsOf('user-1', ['of-user-1']);
        return { userId: 'user-1', sessionId: 'of-user-1' };
      },
      async () => undefined,
    );
    client.send({ token: 'user-1' });
    expect(await client.closed()).toBe(4401);
  });

  it('hold a socket until they are over, unless the next one comes in time', async () => {
    const { trading } = await listen({ tokenGraceMs: 200 });
    const [late, timely] = [await connectClient(trading), await connectClient(trading)];
    // In real time the next one may come too late on a slow machine.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const client of [late, timely]) {
      client.send({ token: 'user-1:brief' });
      await client.next();
    }
    timely.send({ token: 'user-1' });
    await timely.next();
    vi.advanceTimersByTime(200);
    expect(await late.closed()).toBe(4401);
    expect(timely.socket.readyState).toBe(timely.socket.OPEN);
  });
});

describe('subscriptions', () => {
  it('begin with the whole state, go on until removed, and bring it once more when added again', async () => {
    const { trading, opened } = await listen();
    const client = await connectClient(trading);
    client.send(addTrades);
    expect(await client.next()).toEqual({ kind: 'trades', sequence: 0, pair: 'BTC-USDT', results: [] });
    opened[0]?.subscriber.send({ kind: 'trades', sequence: 1, pair: 'BTC-USDT', results: [] });
    expect(await client.next()).toMatchObject({ sequence: 1 });
    client.send(addTrades);
    expect(await client.next()).toMatchObject({ sequence: 0 });
    expect(opened).toMatchObject([{ open: true, again: 1 }]);
    client.send({ command: 'del_trades', params: { pair: 'BTC-USDT' } });
    await vi.waitFor(() => expect(opened).toMatchObject([{ open: false }]));
    client.send(addTrades);
    expect(await client.next()).toMatchObject({ sequence: 0 });
    expect(opened).toMatchObject([{ open: false }, { open: true, again: 0 }]);
  });

  it('cost several messages when they are added again', async () => {
    const { trading, opened } = await listen({ messageBurstMax: 12, messagesPerSecond: 0.001 });
    const client = await connectClient(trading);
    for (let count = 0; count < 3; count += 1) {
      client.send(addTrades);
      await client.next();
    }
    client.send(addTrades);
    expect(await client.closed()).toBe(closeCodes.tooManyMessages);
    expect(opened).toMatchObject([{ again: 2 }]);
  });

  it.each([
    ['no JSON', '{"command": ', 'invalid_request_format'],
    ['JSON of another kind', '[1, 2]', 'invalid_request_format'],
    ['a field that is there twice', '{"command": "add_trades", "command": "del_trades"}', 'field_repeated'],
    ['a number with an exponent', '{"ping": 1e3}', 'number_with_exponent'],
    ['a message without end', '['.repeat(1000), 'request_too_deep'],
    ['an unknown field', { command: 'add_trades', evil: true }, 'unprocessable_entity'],
    ['a message without a command', { pair: 'BTC-USDT' }, 'command_missing'],
    ['another verb', { command: 'subscribe_trades' }, 'command_unknown'],
    ['a ping that is no number', { ping: 'now' }, 'unprocessable_entity'],
    ['an unknown name', { command: 'add_weather' }, 'subscription_unknown'],
    ['a name of the object prototype', { command: 'add_constructor' }, 'subscription_unknown'],
    ['a name that no module offers', { command: 'add_candles' }, 'subscription_unknown'],
    ['wrong params', { command: 'add_trades', params: { pair: 'nonsense' } }, 'unprocessable_entity'],
    ['a private name without a token', { command: 'add_balance' }, 'unauthorized'],
    ['a topic that fails', { command: 'add_trades', params: { pair: 'BAD-USDT' } }, 'internal'],
  ])('refuse %s and stay open', async (_what, message, code) => {
    const { trading } = await listen();
    const client = await connectClient(trading, { headers: { 'accept-language': 'ru' } });
    client.send(message);
    const answer = await client.next();
    expect(answer).toMatchObject({ kind: 'error', code });
    expect('detail' in answer && answer.detail).toMatch(/[а-я]/);
    client.send(addTrades);
    expect(await client.next()).toMatchObject({ kind: 'trades' });
  });

  it('name the params that are wrong', async () => {
    const { trading } = await listen();
    const client = await connectClient(trading);
    client.send({ command: 'add_trades', params: { pair: 'nonsense', depth: 5 } });
    expect(await client.next()).toEqual({
      kind: 'error',
      code: 'unprocessable_entity',
      detail: expect.any(String),
      fields: { pair: expect.stringMatching(/\w/), depth: expect.stringMatching(/\w/) },
      command: 'add_trades',
    });
    client.send({ command: 'add_trades', prams: { pair: 'BTC-USDT' } });
    expect(await client.next()).toMatchObject({
      fields: { prams: 'This field isn’t recognised. You may mean params.' },
      command: 'add_trades',
    });
    client.send({ command: 'add_trades' });
    expect(await client.next()).toMatchObject({ fields: { pair: expect.stringMatching(/\w/) } });
  });

  it('are bounded in number', async () => {
    const { trading } = await listen({ subscriptionsMax: 1 });
    const client = await connectClient(trading);
    client.send(addTrades);
    await client.next();
    client.send({ command: 'add_trades', params: { pair: 'ETH-USDT' } });
    expect(await client.next()).toMatchObject({ kind: 'error', code: 'too_many_subscriptions' });
  });

  it('do not exist on the socket of notifications', async () => {
    const { notifications } = await listen();
    const client = await connectClient(notifications);
    client.send(addTrades);
    expect(await client.next()).toMatchObject({ kind: 'error', code: 'subscription_unknown' });
  });

  it('that wait when their socket ends are never opened', async () => {
    const { trading, opened, checks } = await listen();
    const client = await connectClient(trading);
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((isAsked) => {
      checks.push(() => {
        isAsked();
        return new Promise((resolve) => {
          answer = () => resolve(undefined);
        });
      });
    });
    client.send({ token: 'user-1' });
    for (let count = 0; count < 20; count += 1) client.send(addTrades);
    await asked;
    const other = await connectClient(trading);
    client.socket.terminate();
    // The end of the first socket was heard once the second, which is told later, is answered.
    await client.closed();
    other.send({ ping: 1 });
    await other.next();
    answer();
    other.send({ ping: 2 });
    await other.next();
    expect(opened).toEqual([]);
  });

  it('end with their socket', async () => {
    const { trading, opened } = await listen();
    const client = await connectClient(trading);
    client.send(addTrades);
    await client.next();
    client.socket.terminate();
    await vi.waitFor(() => expect(opened[0]?.open).toBe(false));
  });
});

describe('a socket is closed', () => {
  it('when a message is too long', async () => {
    const { trading } = await listen();
    const client = await connectClient(trading);
    client.send('x'.repeat(10_000));
    expect(await client.closed()).toBe(closeCodes.messageTooLarge);
  });

  it('when a message is not text', async () => {
    const { trading } = await listen();
    const client = await connectClient(trading);
    client.socket.send(Buffer.from([1, 2, 3]));
    expect(await client.closed()).toBe(closeCodes.policyViolation);
  });

  it('when messages come too fast', async () => {
    const { trading } = await listen({ messageBurstMax: 5, messagesPerSecond: 0.001 });
    const client = await connectClient(trading);
    for (let count = 0; count < 10; count += 1) client.send({ token: null });
    expect(await client.closed()).toBe(closeCodes.tooManyMessages);
  });

  it('when it does not answer a ping, while others stay', async () => {
    // In real time the next ping may be due on a slow machine before an answer that has come is read.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { trading } = await listen({ heartbeatMs: 200 });
    const living = await connectClient(trading);
    const dead = await connectClient(trading, { autoPong: false });
    for (let beat = 0; beat < 3; beat += 1) {
      const pinged = once(living.socket, 'ping');
      vi.advanceTimersByTime(200);
      await pinged;
      // What comes after its answer is answered after it was read.
      living.send({ ping: beat });
      expect(await living.next()).toEqual({ kind: 'pong', ping: beat });
    }
    expect(await dead.closed()).toBe(1006);
    expect(living.socket.readyState).toBe(living.socket.OPEN);
  });

  it('when it reads more slowly than we send', async () => {
    const { trading, opened } = await listen({ unsentBytesMax: 100_000 });
    const client = await connectClient(trading);
    client.send(addTrades);
    await client.next();
    client.socket.pause();
    const pair = 'BTC-USDT';
    const trade = {
      id: 'x'.repeat(60),
      pair,
      operation: 'buy' as const,
      price: '1',
      quantity: '1',
      time: '',
    };
    const results = Array.from({ length: 1_000 }, () => trade);
    // More than the system's own buffers between two sockets of one machine ever hold.
    for (let sequence = 1; sequence < 300; sequence += 1) {
      opened[0]?.subscriber.send({ kind: 'trades', sequence, pair, results });
    }
    await vi.waitFor(() => expect(opened[0]?.open).toBe(false));
    client.socket.terminate();
  });

  it('when the server stops, and does not hold it up', async () => {
    const { app, trading } = await listen();
    const [client, silent] = [await connectClient(trading), await connectClient(trading)];
    silent.socket.pause();
    await closeApp(app, 60_000);
    expect(await client.closed()).toBe(closeCodes.goingAway);
    silent.socket.terminate();
  });
});
