import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '@emporion/core';
import { pino } from 'pino';
import { durableFollowers } from '../apps/server/src/durable-followers.ts';
import { connectDatabase, type Database } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { folders } from '../apps/server/src/platform/folders.ts';
import { createMetrics } from '../apps/server/src/platform/metrics/metrics.ts';
import { resetFollowers } from '../apps/server/src/runtime/followers/checkpoints.ts';
import { rebuildFollowers } from '../apps/server/src/runtime/followers/rebuild.ts';
import { startRuntime } from '../apps/server/src/runtime/start-runtime.ts';
import { generateHistory } from '../apps/server/src/testing/generate-history.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { measurePages } from './history-pages.ts';
import { fillJournal } from './recovery-workload.ts';

/**
 * How long the first and the deepest page of history take an account that has half of all rows, and, as the peer, the same pages by the usual
 * OFFSET. Every table of history has as many rows as asked for: `npm run bench -- history 10000000`. Before that, how fast the journal is
 * projected: a rebuild of 200,000 events.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [rows = 1_000_000] = args.map(Number);
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-history-'));
  // Room to fill ten million rows in minutes; what is measured afterwards needs none of it.
  const settings = { maintenance_work_mem: '512MB', max_wal_size: '8GB' };
  const postgres = await startEmbeddedPostgres({ dataFolder, settings });
  try {
    const database = await connectDatabase(postgres.url);
    await migrate(database.pool, folders.migrations);
    const projectedEventsPerSecond = await measureRebuild(database);
    await generateHistory(database.pool, rows);
    const result = await measurePages(database, rows);
    await database.close();
    return { ...result, rows, projectedEventsPerSecond };
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** Trades without projections, then projects all of it at once. */
async function measureRebuild(database: Database): Promise<number> {
  const runtime = await startRuntime({
    database,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    clock: { now: () => new Date() },
    onFault: (cause) => {
      throw cause;
    },
    exchangeLimits: {
      ...defaultLimits,
      openOrdersPerAccountMax: 1e9,
      openOrdersPerMarketMax: 1e9,
      ordersPerDayMax: 1e9,
    },
  });
  await fillJournal(runtime, { openOrders: 10_000, events: 200_000 });
  await runtime.stop();
  const client = await database.pool.connect();
  try {
    const begin = performance.now();
    const { event } = await rebuildFollowers(client, durableFollowers);
    const seconds = (performance.now() - begin) / 1_000;
    await resetFollowers(
      client,
      durableFollowers.filter(({ tables }) => tables.length > 0),
    );
    return Math.round(event / seconds);
  } finally {
    client.release(true);
  }
}
