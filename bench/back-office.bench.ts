import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant } from '@emporion/kernel';
import { connectDatabase, type Database } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { folders } from '../apps/server/src/platform/folders.ts';
import { pageRows, type StaffList } from './back-office-list.ts';
import { ordersList } from './back-office-orders.ts';
import { usersList } from './back-office-users.ts';
import type { BenchContext, BenchResult } from './frame.ts';

const measureMs = 2_000;

/**
 * How long the first, the deepest and filtered pages of the lists of the back office take, with 200,000 users and a million orders: `npm run bench -- back-office 200000 10000000` for more. The
 * peer gets the deepest page of the same table by OFFSET. The figures are those of the list that does worst beside it.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [users = 200_000, orders = 1_000_000] = args.map(Number);
  const lists = [usersList(users), ordersList(orders)];
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-back-office-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  try {
    const database = await connectDatabase(postgres.url);
    await migrate(database.pool, folders.migrations);
    const measured = [];
    for (const list of lists) measured.push(await measure(database, list));
    await database.close();
    const worst = measured.toSorted(
      (one, other) => one.peerMs / one.deepestMs - other.peerMs / other.deepestMs,
    )[0];
    invariant(worst !== undefined, 'a list');
    return {
      ours: rate(worst.deepestMs),
      peer: rate(worst.peerMs),
      peerName: 'the same page by OFFSET',
      unit: `deepest pages of ${worst.name} per second`,
      lists: measured,
      slowestMs: Math.max(...measured.map(({ slowestMs }) => slowestMs)),
    };
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function measure(database: Database, list: StaffList) {
  await list.fill(database);
  const { cursor, offset } = await list.deepest(database);
  const { rows } = await list.page(database, cursor);
  invariant(rows.length === pageRows, 'the deepest page is a whole one');
  const deepestMs = await milliseconds(() => list.page(database, cursor));
  const peerMs = await milliseconds(() => list.byOffset(database, offset));
  const pageMs: Record<string, number> = { first: await milliseconds(() => list.page(database)) };
  for (const [name, ask] of Object.entries(list.filtered))
    pageMs[name] = await milliseconds(() => ask(database));
  const slowestMs = Math.max(deepestMs, ...Object.values(pageMs));
  return { name: list.name, rows: list.rows, deepestMs, peerMs, pageMs, slowestMs };
}

/** The median of two seconds, one after another. */
async function milliseconds(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + measureMs;
  do {
    const begin = performance.now();
    await ask();
    times.push(performance.now() - begin);
  } while (performance.now() < end);
  times.sort((one, other) => one - other);
  return Number((times[times.length >> 1] ?? 0).toFixed(2));
}

function rate(pageMs: number): number {
  return Number((1_000 / pageMs).toFixed(1));
}
