import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stateHash } from '@emporion/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDatabase, type Database } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { folders } from '#platform/folders.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { extent } from '#testing/extent.ts';
import { postgresJournal } from './journal/read-journal.ts';
import { listSnapshots } from './snapshots/snapshot-store.ts';
import { threadTask } from './snapshots/snapshotter.ts';
import { type Bundle, bundleForTest } from './testing/bundle.ts';
import { order, setUp, startTestRuntime } from './testing/exchange-fixture.ts';
import { verifyJournal } from './verify/verify-journal.ts';

/** How often each dies. `npm run test:long` kills the whole product in the same way, see e2e/commands/kill.long.test.ts. */
const rounds = extent({ usual: 1, all: 4 });
const databaseRounds = extent({ usual: 1, all: 2 });

let bundle: Bundle;

beforeAll(async () => {
  bundle = await bundleForTest({
    child: 'apps/server/src/runtime/testing/trading-child.ts',
    'snapshot-worker': 'apps/server/src/runtime/snapshots/snapshot-worker.ts',
  });
});
afterAll(() => bundle.remove());

/** What the journal says became of every key: the outcome that was printed for it. */
async function outcomesIn(database: Database): Promise<Map<string, string>> {
  const outcomes = new Map<string, string>();
  const journal = postgresJournal(database.pool);
  const origin = await journal.tipAt(0);
  if (!origin) return outcomes;
  for await (const { batch } of journal.readAll(origin)) {
    for (const event of batch.events) {
      if (event.kind !== 'CommandAccepted' && event.kind !== 'CommandRejected') continue;
      const { series, number } = event.booking ?? {};
      const name = event.key || `${series}/${number}`;
      expect(outcomes.has(name), `${name} is in the journal twice`).toBe(false);
      outcomes.set(name, event.kind === 'CommandAccepted' ? `accepted ${event.orderId}` : 'rejected 0');
    }
  }
  return outcomes;
}

function expectAll(acknowledged: ReadonlyMap<string, string>, journalled: ReadonlyMap<string, string>): void {
  const lost = [...acknowledged].filter(([key, outcome]) => journalled.get(key) !== outcome);
  expect(lost).toEqual([]);
}

describe('kill -9 under load', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
    const runtime = await startTestRuntime(test.database);
    await setUp(runtime);
    await runtime.stop();
  });
  afterEach(() => test.drop());

  /** Trades in another process until enough answers were heard, then kills it; every answer that it got out. */
  function tradeUntilKilled(
    name: string,
    isEnough: (answers: number) => boolean,
  ): Promise<[string, string][]> {
    const child = spawn(process.execPath, [bundle.pathOf('child'), test.url, name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const heard: [string, string][] = [];
    return new Promise((done, refuse) => {
      const lines = createInterface({ input: child.stdout });
      lines.on('line', (line) => {
        const [key = '', status, orderId, end] = line.split(' ');
        if (end === '.') heard.push([key, `${status} ${orderId}`]);
        if (isEnough(heard.length)) child.kill('SIGKILL');
      });
      child.once(
        'exit',
        (code) => code !== null && refuse(new Error(`The child ended by itself with ${code}.`)),
      );
      lines.once('close', () => done(heard));
    });
  }

  it('loses nothing that was acknowledged, keeps nothing twice and recovers to a state that verifies', async () => {
    const acknowledged = new Map<string, string>();
    for (let round = 0; round < rounds; round += 1) {
      const answers = 1 + Math.floor(Math.random() * 400);
      const isEnough = (heard: number) => heard >= answers;
      for (const [key, outcome] of await tradeUntilKilled(`round:${round}`, isEnough))
        acknowledged.set(key, outcome);
    }
    // The last round goes on until the thread beside it has made a snapshot of all the others.
    let snapshots = 0;
    const trading = tradeUntilKilled('last', () => snapshots > 0);
    await vi.waitUntil(async () => {
      snapshots = (await listSnapshots(test.database.pool)).length;
      return snapshots > 0;
    });
    for (const [key, outcome] of await trading) acknowledged.set(key, outcome);
    expectAll(acknowledged, await outcomesIn(test.database));
    expect(await verifyJournal(test.database.pool)).toMatchObject({ ok: true });
  });
});

describe('kill -9 of PostgreSQL under load', () => {
  it('stops the exchange, and the next start has everything that was acknowledged', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-kill-'));
    const acknowledged = new Map<string, string>();
    try {
      for (let round = 0; round < databaseRounds; round += 1) {
        const postgres = await startEmbeddedPostgres({ dataFolder });
        const database = await connectDatabase(postgres.url);
        await migrate(database.pool, folders.migrations);
        expectAll(acknowledged, await outcomesIn(database));
        const runtime = await startTestRuntime(database);
        if (round === 0) await setUp(runtime);
        const killAfter = acknowledged.size + 1 + Math.floor(Math.random() * 300);
        const callers = Array.from({ length: 20 }, async (_, caller) => {
          for (let turn = 0; ; turn += 1) {
            const key = `${round}:${caller}:${turn}`;
            const result = await runtime.execute(
              order(key, { account: caller % 2 ? 'ann' : 'bob', side: caller % 2 ? 'buy' : 'sell' }),
            );
            acknowledged.set(key, result.status === 'accepted' ? `accepted ${result.orderId}` : 'rejected 0');
            if (acknowledged.size === killAfter) process.kill(postgres.pid, 'SIGKILL');
          }
        });
        await Promise.allSettled(callers);
        expect(String(await runtime.fault)).toContain('The journal could not be written');
        await runtime.stop();
        await database.close();
        await postgres.ended;
      }
      const postgres = await startEmbeddedPostgres({ dataFolder });
      const database = await connectDatabase(postgres.url);
      expectAll(acknowledged, await outcomesIn(database));
      expect(await verifyJournal(database.pool)).toMatchObject({ ok: true });
      await database.close();
      await postgres.stop();
    } finally {
      rmSync(dataFolder, { recursive: true, force: true });
    }
  });
});

describe('the thread that makes snapshots', () => {
  it('makes one of the bundle, beside a running exchange', async () => {
    const test = await createTestDatabase();
    const runtime = await startTestRuntime(test.database);
    await setUp(runtime);
    const report = await threadTask(new URL(`file://${bundle.pathOf('snapshot-worker')}`))({
      url: test.url,
      keep: 3,
    }).made;
    expect(report).toMatchObject({ batch: runtime.position.batch, stateHash: await runtime.read(stateHash) });
    await runtime.stop();
    await test.drop();
  });

  it('is heard when it fails, and can be ended', async () => {
    const task = threadTask(new URL(`file://${bundle.pathOf('snapshot-worker')}`));
    await expect(task({ url: 'postgres://nobody@127.0.0.1:1/none', keep: 3 }).made).rejects.toThrow(
      'ECONNREFUSED',
    );
    const { made, cancel } = task({ url: 'postgres://nobody@127.0.0.1:1/none', keep: 3 });
    const ended = expect(made).rejects.toThrow();
    await cancel();
    await ended;
  });
});
