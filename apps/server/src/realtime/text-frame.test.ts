import type { AddressInfo } from 'node:net';
import { socketPaths } from '@emporion/contracts/sockets';
import { afterEach, expect, it } from 'vitest';
import type { App } from '#platform/http/app.ts';
import { createTestApp } from '#platform/http/testing/test-app.ts';
import type { ServerModule } from '#platform/module.ts';
import { createRealtimeModule, registerTopic } from './index.ts';
import { connectClient } from './testing/client.ts';
import { frameText } from './testing/frame-text.ts';
import { textFrame } from './text-frame.ts';

const apps: App[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** Around each length at which the header of a frame changes. */
const lengths = [40, 125, 126, 65_535, 65_536, 100_000];

/** Everything but the beginning of a JSON object that has so many bytes in all. */
function rest(length: number): Buffer {
  const text = Buffer.from('"text":"€');
  return Buffer.concat([text, Buffer.alloc(length - 1 - text.length - 2, 'x'), Buffer.from('"}')]);
}

it('is a message for a client, whatever its length, in line with what is sent otherwise', async () => {
  const topic: ServerModule = {
    name: 'test',
    register: (app) =>
      registerTopic(app, {
        name: 'trades',
        open(subscriber) {
          for (const length of lengths) {
            subscriber.sendFrame(textFrame('{', rest(length)));
            subscriber.send({ kind: 'pong', ping: length });
          }
          return { again: () => undefined, leave: () => undefined };
        },
      }),
  };
  const { app } = await createTestApp({ modules: [createRealtimeModule(), topic] });
  apps.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const client = await connectClient(`ws://127.0.0.1:${port}${socketPaths.trading}`);
  client.send({ command: 'add_trades', params: { pair: 'BTC-USDT' } });
  for (const length of lengths) {
    const text = `{${rest(length)}`;
    expect(Buffer.byteLength(text)).toBe(length);
    expect(await client.next()).toEqual(JSON.parse(text));
    expect(await client.next()).toEqual({ kind: 'pong', ping: length });
    expect(frameText(textFrame('{', rest(length)))).toBe(text);
  }
});
