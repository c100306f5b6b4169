import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { defaultLimits } from '@emporion/core';
import { pino } from 'pino';
import { durableFollowers } from '../apps/server/src/durable-followers.ts';
import { connectDatabase, type Database } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { folders } from '../apps/server/src/platform/folders.ts';
import { createMetrics } from '../apps/server/src/platform/metrics/metrics.ts';
import type { Projections } from '../apps/server/src/platform/projections.ts';
import type { Runtime } from '../apps/server/src/platform/runtime.ts';
import { threadTask } from '../apps/server/src/runtime/followers/follower-thread.ts';
import { rebuildFollowers } from '../apps/server/src/runtime/followers/rebuild.ts';
import { startFollowers } from '../apps/server/src/runtime/followers/start-followers.ts';
import { startRuntime } from '../apps/server/src/runtime/start-runtime.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { fillJournal } from './recovery-workload.ts';

const log = pino({ level: 'error' });
/** What a list waits for before it answers 503. */
const patienceMs = 3_000;
const betweenMs = 50;

/**
 * A release that adds a projection while a million events lie in the journal: how soon whoever placed an order finds it in the lists of the other
 * projections while the new one goes through the journal, and, as the peer, when nothing is behind. Smaller: `npm run bench -- add-projection 100000`.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [events = 1_000_000] = args.map(Number);
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-add-projection-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  try {
    const database = await connectDatabase(postgres.url);
    await migrate(database.pool, folders.migrations);
    const added = 'market-data';
    const rebuiltEventsPerSecond = await prepare(database, { events, added });
    const runtime = await start(database);
    const projections = startFollowers({
      followers: durableFollowers,
      ...{ database, runtime, log, metrics: createMetrics() },
      // The thread of the product, as it was built.
      task: threadTask(pathToFileURL(join(folders.root, 'apps/server/dist/projection-worker.js'))),
    });
    const others = durableFollowers.map(({ name }) => name).filter((name) => name !== added);
    await projections.caughtUp(others, runtime.position.batch, patienceMs);
    const begin = performance.now();
    let isThere = false;
    const caughtUp = untilThere(projections, added, runtime).then(() => {
      isThere = true;
      return (performance.now() - begin) / 1_000;
    });
    const during = await measure(runtime, projections, { others, while: () => !isThere });
    const addedInSeconds = Number((await caughtUp).toFixed(1));
    let left = 100;
    const after = await measure(runtime, projections, { others, while: () => left-- > 0 });
    await projections.stop();
    await runtime.stop();
    await database.close();
    return {
      ours: Number((1_000 / during.medianMs).toFixed(1)),
      peer: Number((1_000 / after.medianMs).toFixed(1)),
      peerName: 'ourselves when no projection is behind',
      unit: 'orders seen in the lists per second, one after the other',
      ...{ events, added, addedInSeconds, rebuiltEventsPerSecond, during, after },
    };
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** A journal of so many events, and every projection of it but the one that the next release adds. */
async function prepare(
  database: Database,
  { events, added }: { events: number; added: string },
): Promise<number> {
  const runtime = await start(database);
  await fillJournal(runtime, { openOrders: 10_000, events });
  await runtime.stop();
  const client = await database.pool.connect();
  const begin = performance.now();
  const { event } = await rebuildFollowers(
    client,
    durableFollowers.filter(({ name }) => name !== added),
  );
  client.release(true);
  return Math.round(event / ((performance.now() - begin) / 1_000));
}

async function untilThere(projections: Projections, name: string, { position }: Runtime): Promise<void> {
  while (!(await projections.caughtUp(name, position.batch, 60_000)));
}

interface Waits {
  readonly orders: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Lists that would have answered 503. */
  readonly refused: number;
}

/** Places an order every now and then, and waits for it as a list does. */
async function measure(
  runtime: Runtime,
  projections: Projections,
  { others, while: goesOn }: { others: readonly string[]; while: () => boolean },
): Promise<Waits> {
  const waits: number[] = [];
  let refused = 0;
  while (goesOn()) {
    await runtime.execute({
      ...{ kind: 'PlaceOrder', key: null, account: 'user:1', market: 'BTC-USDT', side: 'buy', type: 'limit' },
      ...{ quantity: 1, price: 40_000 },
    });
    const begin = performance.now();
    if (!(await projections.caughtUp(others, runtime.position.batch, patienceMs))) refused += 1;
    waits.push(performance.now() - begin);
    await wait(betweenMs);
  }
  waits.sort((left, right) => left - right);
  const at = (part: number) => Number((waits[Math.floor(part * (waits.length - 1))] ?? 0).toFixed(1));
  return { orders: waits.length, medianMs: at(0.5), p99Ms: at(0.99), refused };
}

function start(database: Database): Promise<Runtime> {
  return startRuntime({
    database,
    log,
    metrics: createMetrics(),
    clock: { now: () => new Date() },
    onFault: (cause) => {
      throw cause;
    },
    // Nothing is recovered here.
    snapshotEveryEvents: 1e15,
    exchangeLimits: {
      ...defaultLimits,
      openOrdersPerAccountMax: 1e9,
      openOrdersPerMarketMax: 1e9,
      ordersPerDayMax: 1e9,
    },
  });
}
