import type { AddressInfo } from 'node:net';
import { closeCodes, socketPaths } from '@emporion/contracts/sockets';
import { afterEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#platform/http/testing/test-app.ts';
import { createRealtimeModule, registerTopic } from './index.ts';
import { connectClient } from './testing/client.ts';

let test: TestApp;

afterEach(() => test.app.close());

it('an operator sees who is connected, what they follow, what was sent, and why sockets were closed', async () => {
  test = await createTestApp({
    modules: [
      createRealtimeModule(),
      {
        name: 'test',
        register: (app) =>
          registerTopic(app, {
            name: 'trades',
            open(subscriber, { pair }) {
              subscriber.send({ kind: 'trades', sequence: 0, pair, results: [] });
              return { again: () => undefined, leave: () => undefined };
            },
          }),
      },
    ],
  });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = test.app.server.address() as AddressInfo;
  const connect = (path: string) => connectClient(`ws://127.0.0.1:${port}${path}`);
  const [stays, leaves, breaks] = [
    await connect(socketPaths.trading),
    await connect(socketPaths.trading),
    await connect(socketPaths.liveNotifications),
  ];
  stays.send({ command: 'add_trades', params: { pair: 'BTC-USDT' } });
  await stays.next();
  leaves.socket.close();
  breaks.socket.send(Buffer.from([0]));
  expect(await breaks.closed()).toBe(closeCodes.policyViolation);
  const read = () => test.platform.metrics.registry.metrics();
  await expect.poll(read).toContain('sockets_closed_total{reason="left"} 1');
  await expect.poll(read).toContain('sockets_closed_total{reason="policyViolation"} 1');
  const seen = await read();
  expect(seen).toContain('sockets_open{socket="trading"} 1');
  expect(seen).not.toContain('sockets_open{socket="liveNotifications"}');
  expect(seen).toContain('socket_subscriptions 1');
  expect(seen).toContain('socket_messages_sent_total 1');
});
