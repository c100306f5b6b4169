import Fastify from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#platform/database/database.ts';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts';
import { listenFor, signal, signalEach } from './signals.ts';

interface Process {
  readonly database: Database;
  readonly heard: unknown[];
  readonly interruptions: string[];
  stop(): Promise<void>;
}

let test: TestDatabase;
let here: Process;
let elsewhere: Process;

beforeEach(async () => {
  test = await createEmptyDatabase();
  [here, elsewhere] = [await startProcess(), await startProcess()];
});

afterEach(async () => {
  await Promise.all([here.stop(), elsewhere.stop()]);
  await test.drop();
});

/** As another process has them: connections, listeners and an exchange of its own. */
async function startProcess(): Promise<Process> {
  const database = await connectDatabase(test.url, { connectionsMax: 2 });
  const platform = { database, log: pino({ enabled: false }) } as unknown as Platform;
  const app = Fastify() as unknown as App;
  const [heard, interruptions]: [unknown[], string[]] = [[], []];
  listenFor(app, platform, 'wallet_changed', {
    heard: (payload) => {
      if (payload === 'nonsense') throw new Error('nobody understands this');
      heard.push(payload);
    },
    lost: () => void interruptions.push('lost'),
    recovered: () => void interruptions.push('recovered'),
  });
  await app.ready();
  await expect.poll(() => listening(database)).toBeGreaterThan(0);
  const stop = async () => {
    await app.close();
    await database.close();
  };
  return { database, heard, interruptions, stop };
}

const own = sql`application_name = 'emporion' and query like 'listen %' and datname = current_database()`;

async function listening({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where ${own}
  `.execute(kysely);
  return rows[0]?.count ?? 0;
}

it('reaches every process once its transaction is committed, and none when it is not', async () => {
  await expect.poll(() => listening(here.database)).toBe(2);
  await here.database.kysely
    .transaction()
    .execute(async (transaction) => {
      await signal(transaction, 'wallet_changed', ['lost']);
      throw new Error('it ends otherwise');
    })
    .catch(() => undefined);
  await here.database.kysely.transaction().execute(async (transaction) => {
    await signal(transaction, 'wallet_changed', ['ann']);
    expect(elsewhere.heard).toEqual([]);
  });
  for (const { heard } of [here, elsewhere]) await expect.poll(() => heard).toEqual([['ann']]);
});

it('tells a list that is longer than a message', async () => {
  await expect.poll(() => listening(here.database)).toBe(2);
  const ids = Array.from({ length: 1_000 }, () => crypto.randomUUID());
  await signalEach(here.database.kysely, 'wallet_changed', [...ids, ...ids]);
  await expect.poll(() => elsewhere.heard.flat()).toEqual(ids);
});

it('goes on after what nobody understands', async () => {
  await expect.poll(() => listening(here.database)).toBe(2);
  await sql`select pg_notify('wallet_changed', 'no json')`.execute(here.database.kysely);
  await signal(here.database.kysely, 'wallet_changed', 'nonsense');
  await signal(here.database.kysely, 'wallet_changed', ['ann']);
  await expect.poll(() => elsewhere.heard).toEqual([['ann']]);
});

it('says that something may have been missed when its connection broke', async () => {
  await expect.poll(() => listening(here.database)).toBe(2);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${own}`.execute(
    test.database.kysely,
  );
  await expect.poll(() => elsewhere.interruptions).toEqual(['lost', 'recovered']);
  await signal(here.database.kysely, 'wallet_changed', ['ann']);
  await expect.poll(() => elsewhere.heard).toEqual([['ann']]);
});
