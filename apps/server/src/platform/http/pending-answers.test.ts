import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { ServerModule } from '#platform/module.ts';
import type { App } from './app.ts';
import { answersOwedMax } from './pending-answers.ts';
import { createTestApp } from './testing/test-app.ts';

const files: ReadStream[] = [];
const slowModule: ServerModule = {
  name: 'slow',
  register(app) {
    app.get('/slow', () => new Promise(() => undefined));
    app.get('/file', (_request, reply) => {
      const file = createReadStream(process.execPath);
      files.push(file);
      return reply.send(file);
    });
  },
};

let app: App;
afterEach(() => app.close());

/** Sends requests ahead of their answers, the first of which never comes. */
async function pipeline(count: number) {
  ({ app } = await createTestApp({ modules: [slowModule] }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  socket.write(get('/slow') + get('/file').repeat(count - 1));
  return socket;
}

it('ends what waits for its turn when the connection breaks', async () => {
  files.length = 0;
  const socket = await pipeline(10);
  await vi.waitFor(() => expect(files).toHaveLength(9));
  socket.destroy();
  await vi.waitFor(() => expect(files.every(({ closed }) => closed)).toBe(true));
});

it('cuts a connection that asks for much more than it reads', async () => {
  const patient = await pipeline(answersOwedMax);
  let cut = false;
  patient.once('close', () => {
    cut = true;
  });
  await new Promise((turn) => setTimeout(turn, 50));
  expect(cut).toBe(false);
  patient.destroy();
  await app.close();
  await once((await pipeline(answersOwedMax + 1)).resume(), 'close');
});
