import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { defineEndpoint } from '@emporion/contracts/rest';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { createTestApp } from '#platform/http/testing/test-app.ts';
import type { ServerModule } from '#platform/module.ts';
import { isDatabaseUnreachable } from './database-unreachable.ts';

const echo = defineEndpoint({
  tag: 'test',
  summary: 'Exists for this test',
  method: 'POST',
  path: 'echo',
  access: 'open',
  body: z.object({ name: z.string() }),
  response: z.object({ ok: z.boolean() }),
});
const echoModule: ServerModule = {
  name: 'echo',
  register: (app) => serveEndpoint(app, echo, () => ({ ok: true })),
};

const apps: App[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

describe('a client that hangs up', () => {
  it('in the middle of its body is no fault of ours, and one quiet line', async () => {
    const { app, logLines } = await createTestApp({ modules: [echoModule] });
    apps.push(app);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const arrived = once(app.server, 'request');
    const socket = connect({ host: '127.0.0.1', port });
    socket.write(
      'POST /api/v1/echo/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na',
    );
    await arrived;
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(logLines.some((line) => line.includes('"aborted":true'))).toBe(true));
    await new Promise((resolve) => setImmediate(resolve));
    const lines = logLines.map((line) => JSON.parse(line));
    expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
    expect(lines.find(({ aborted }) => aborted)).toMatchObject({ level: 'info', status: 499 });
  });
});

describe('the database is taken for unreachable', () => {
  const databaseError = (code: string) =>
    Object.assign(new pg.DatabaseError('terminating connection', 1, 'error'), { code });
  const system = (code: string) => Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' });

  it.each([
    ['when it shuts down', databaseError('57P01'), true],
    ['when it has no connection left', databaseError('53300'), true],
    ['when nothing listens', system('ECONNREFUSED'), true],
    ['when nothing listens on any address', new AggregateError([system('ECONNREFUSED')]), true],
    ['when the driver lost it', new Error('Connection terminated unexpectedly'), true],
    ['but not for a broken rule', databaseError('23505'), false],
    ['but not for a client that hung up', Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), false],
    ['but not for an error that carries its code', Object.assign(new Error('x'), { code: '57P01' }), false],
  ])('%s', (_when, error, expected) => {
    expect(isDatabaseUnreachable(error)).toBe(expected);
  });
});
