import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { defineEndpoint } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { App } from './app.ts';
import { serveEndpoint } from './serve-endpoint.ts';
import { createTestApp } from './testing/test-app.ts';

const about = { method: 'GET', access: 'open', tag: 'test', summary: 'Exists for this test' } as const;
const texts = defineEndpoint({
  ...about,
  path: 'texts',
  query: z.object({ count: z.coerce.number() }),
  response: z.object({ texts: z.array(z.string()) }),
});
const table = defineEndpoint({ ...about, path: 'table', response: z.string() });
const kept = defineEndpoint({ ...about, path: 'kept', response: z.string() });
const broken = defineEndpoint({
  ...about,
  path: 'broken',
  query: z.object({ after: z.coerce.number() }),
  response: z.string(),
});

function* lines(count: number): Generator<string> {
  for (let line = 0; line < count; line += 1) yield `${line},Зоя\n`;
}

function* failing(after: number): Generator<string> {
  yield* lines(after);
  throw new Error('The rows ended.');
}

let app: App;
beforeAll(async () => {
  ({ app } = await createTestApp({
    modules: [
      {
        name: 'test',
        register(on) {
          serveEndpoint(on, texts, ({ query }) => ({ texts: Array(query.count).fill('Зоя') }));
          const send = (rows: Iterable<string>) => Readable.from(rows, { objectMode: false });
          serveEndpoint(on, table, ({ reply }) => reply.type('text/csv').send(send(lines(5_000))) as never);
          serveEndpoint(on, kept, ({ reply }) => {
            const packed = Readable.from([gzipSync('a,b\n')]);
            return reply.type('text/csv').header('content-encoding', 'gzip').send(packed) as never;
          });
          serveEndpoint(
            on,
            broken,
            ({ query, reply }) => reply.type('text/csv').send(send(failing(query.after))) as never,
          );
        },
      },
    ],
  }));
});
afterAll(() => app.close());

const ask = (path: string, encoding?: string) =>
  app.inject({
    url: `/api/v1/${path}`,
    headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
  });

it('a large answer is packed for whoever accepts it, and says the same', async () => {
  const plain = await ask('texts/?count=2000');
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding']);
  const packed = await ask('texts/?count=2000', 'br, gzip');
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length));
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload);
  expect((await ask('texts/?count=2000', 'gzip;q=0, identity')).payload).toBe(plain.payload);
});

it('a small answer leaves as it is', async () => {
  const { headers, payload } = await ask('texts/?count=2', 'gzip');
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
  expect(JSON.parse(payload).texts).toHaveLength(2);
});

it('a table that is kept packed is not packed again', async () => {
  expect(gunzipSync((await ask('kept', 'gzip')).rawPayload).toString()).toBe('a,b\n');
});

it('a table is packed while it is written, and one that breaks off never looks whole', async () => {
  const packed = await ask('table', 'gzip');
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.rawPayload).toString()).toBe([...lines(5_000)].join(''));
  await expect(ask('broken?after=20000', 'gzip')).rejects.toThrow();
  const refused = await ask('broken?after=1', 'gzip');
  expect([refused.statusCode, refused.headers['content-encoding']]).toEqual([500, undefined]);
  expect(JSON.parse(refused.payload).code).toBe('internal');
});
