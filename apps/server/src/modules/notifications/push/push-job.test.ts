import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { postBy, pushQueueOf } from './push-job.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function listen(made: Server): Promise<string> {
  server = made.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const message = { body: Buffer.from('a'), headers: {}, signal: new AbortController().signal };
/** The service is a double on this machine, and speaks without TLS. */
const postWithin = (timeMs: number) => postBy(request as unknown as Parameters<typeof postBy>[0], { timeMs });

it('a push service that answers letter by letter is left after a while', async () => {
  const address = await listen(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 201 Created\r\nx-a: ');
      const drip = setInterval(() => socket.write('a'), 20);
      socket.on('close', () => clearInterval(drip));
    }),
  );
  await expect(postWithin(300)(address, message)).rejects.toThrow();
});

it('what a push service says beside its status is not read', async () => {
  let closed: Promise<unknown> | undefined;
  const address = await listen(
    createHttpServer((_asked, answer) => {
      closed = once(answer, 'close');
      answer.writeHead(201);
      const flood = () => {
        while (!answer.destroyed && answer.write(Buffer.alloc(65_536)));
      };
      answer.on('drain', flood);
      flood();
    }),
  );
  expect(await postWithin(300_000)(address, message)).toBe(201);
  await closed;
});

it('pushes take at most two turns of the queue, whoever they are for', () => {
  const users = Array.from({ length: 100 }, (_, index) => `${index}0000000-0000-4000-8000-000000000000`);
  expect([...new Set(users.map(pushQueueOf))].sort()).toEqual(['push:0', 'push:1']);
});
