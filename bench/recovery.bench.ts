import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits, stateHash } from '@emporion/core';
import { pino } from 'pino';
import { connectDatabase, type Database } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { folders } from '../apps/server/src/platform/folders.ts';
import { createMetrics } from '../apps/server/src/platform/metrics/metrics.ts';
import type { Runtime } from '../apps/server/src/platform/runtime.ts';
import { makeSnapshot } from '../apps/server/src/runtime/snapshots/make-snapshot.ts';
import { startRuntime } from '../apps/server/src/runtime/start-runtime.ts';
import { collectGarbage } from './collect-garbage.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { fillJournal } from './recovery-workload.ts';

const never = 1e15;
const limits = {
  ...defaultLimits,
  openOrdersPerAccountMax: 1e9,
  openOrdersPerMarketMax: 1e9,
  ordersPerDayMax: 1e9,
};

/**
 * How long the exchange takes to be ready again with 100,000 open orders and a million journalled events: with a snapshot and the 10,000 events
 * after it, and, as the peer, by a replay of everything. The journal is filled through the runtime itself, on a database with fsync on, so this also
 * says how many commands a second it makes durable without HTTP. Smaller: `npm run bench -- recovery 10000 100000`.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [openOrders = 100_000, events = 1_000_000] = args.map(Number);
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-recovery-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  try {
    const database = await connectDatabase(postgres.url);
    await migrate(database.pool, folders.migrations);
    const { runtime } = await start(database);
    const filled = await fillJournal(runtime, { openOrders, events: events - 10_000 });
    const snapshot = await makeSnapshot({ url: postgres.url, keep: 3 });
    await fillJournal(runtime, { openOrders, events, from: filled.commands });
    const hash = await runtime.read(stateHash);
    await runtime.stop();

    const quick = await timeStarts(database, hash);
    await database.pool.query('DELETE FROM snapshots');
    const slow = await timeStarts(database, hash);
    const bytes = await journalBytes(database);
    await database.close();
    return {
      ours: Number((60 / quick).toFixed(1)),
      peer: Number((60 / slow).toFixed(1)),
      peerName: 'ourselves without a snapshot: a replay of everything',
      unit: 'starts per minute',
      openOrders,
      events,
      secondsWithSnapshot: quick,
      secondsWithout: slow,
      snapshotSeconds: Number(snapshot.seconds.toFixed(2)),
      durableCommandsPerSecond: filled.commandsPerSecond,
      journalBytesPerEvent: Number((bytes / events).toFixed(1)),
      sameHash: true,
    };
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function start(database: Database): Promise<{ runtime: Runtime; seconds: number }> {
  const begin = performance.now();
  const runtime = await startRuntime({
    database,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    clock: { now: () => new Date() },
    onFault: (cause) => {
      throw cause;
    },
    exchangeLimits: limits,
    snapshotEveryEvents: never,
  });
  return { runtime, seconds: (performance.now() - begin) / 1_000 };
}

/** The median of three starts, each of which must come to the same state. */
async function timeStarts(database: Database, hash: string): Promise<number> {
  const times: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    collectGarbage();
    const { runtime, seconds } = await start(database);
    if ((await runtime.read(stateHash)) !== hash) throw new Error('A start came to another state.');
    await runtime.stop();
    times.push(seconds);
  }
  return Number((times.sort((left, right) => left - right)[1] ?? 0).toFixed(2));
}

async function journalBytes(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ bytes: number }>(
    'SELECT sum(octet_length(payload))::float8 AS bytes FROM journal',
  );
  return rows[0]?.bytes ?? 0;
}
