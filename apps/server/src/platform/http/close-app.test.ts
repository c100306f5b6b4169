import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import type { ServerModule } from '#platform/module.ts';
import { closeApp } from './close-app.ts';
import { createTestApp } from './testing/test-app.ts';

/** A route that answers only when the test lets it. */
function createGate() {
  let arrived = () => {};
  let open = () => {};
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gateModule: ServerModule = {
    name: 'gate',
    register(app) {
      app.get('/gate', async () => {
        arrived();
        await opened;
        return { passed: true };
      });
    },
  };
  return { gateModule, reached, open };
}

async function listen(modules: ServerModule[] = []) {
  const { app } = await createTestApp({ modules });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, port };
}

async function fetchText(port: number, path: string, agent?: Agent) {
  const sent = get({ host: '127.0.0.1', port, path, ...(agent && { agent }) });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

describe('closeApp', () => {
  it('lets a request under way finish, and accepts no other', async () => {
    const { gateModule, reached, open } = createGate();
    const { app, port } = await listen([gateModule]);
    const agent = new Agent({ keepAlive: true });
    const slow = fetchText(port, '/gate', agent);
    await reached;
    let closed = false;
    const closing = closeApp(app, 5_000).then(() => {
      closed = true;
    });
    await vi.waitFor(() => expect(app.server.listening).toBe(false));
    const refused = connect({ host: '127.0.0.1', port });
    await expect(once(refused, 'connect')).rejects.toThrow('ECONNREFUSED');
    expect(closed).toBe(false);
    open();
    const answer = await slow;
    expect([answer.status, answer.body]).toEqual([200, '{"passed":true}']);
    expect(answer.headers.connection).toBe('close');
    await closing;
    agent.destroy();
  });

  it('is not ready from the first moment on', async () => {
    const { gateModule, reached, open } = createGate();
    const { app, port } = await listen([gateModule]);
    const slow = fetchText(port, '/gate');
    await reached;
    const closing = closeApp(app, 5_000);
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unready' }]);
    open();
    await slow;
    await closing;
  });

  it('closes idle connections at once', async () => {
    const { app, port } = await listen();
    const agent = new Agent({ keepAlive: true });
    await fetchText(port, '/healthz', agent);
    await closeApp(app, 60_000);
    agent.destroy();
  });

  it('cuts off what outlasts the timeout', async () => {
    const { gateModule, reached } = createGate();
    const { app, port } = await listen([gateModule]);
    const slow = fetchText(port, '/gate');
    const failed = expect(slow).rejects.toThrow();
    await reached;
    await closeApp(app, 20);
    await failed;
  });
});

describe('a bare connection', () => {
  it('is answered from the catalogue when it does not speak HTTP', async () => {
    const { app, port } = await listen();
    const socket = connect({ host: '127.0.0.1', port });
    socket.write('NONSENSE\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('"code":"bad_request"');
    await app.close();
  });

  it('is refused when its headers are too long', async () => {
    const { app, port } = await listen();
    const sent = request({ host: '127.0.0.1', port, headers: { 'x-long': 'x'.repeat(20_000) } });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    expect(JSON.parse(await text(answer)).code).toBe('payload_too_large');
    await app.close();
  });
});
