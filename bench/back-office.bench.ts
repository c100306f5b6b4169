import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant } from '@emporion/kernel';
import { marketsModule } from '../apps/server/src/modules/markets/index.ts';
import { connectDatabase, type Database } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { folders } from '../apps/server/src/platform/folders.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { pageRows, type StaffList } from './back-office-list.ts';
import { depositsList, withdrawalsList } from './back-office-movements.ts';
import { ordersList } from './back-office-orders.ts';
import { usersList } from './back-office-users.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { milliseconds, rate } from './median-time.ts';

/** There are fifty filtered pages: with the usual two seconds each they would take as long as everything else. */
const filteredMs = 500;

/**
 * How long the first, the deepest and filtered pages of the lists of the back office take, with 200,000 users, a million orders and half a million deposits and withdrawals each: `npm run bench -- back-office 200000 10000000` for more. The
 * peer gets the deepest page of the same table by OFFSET. The figures are those of the list that does worst beside it.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [users = 200_000, orders = 1_000_000, movements = 500_000] = args.map(Number);
  const lists = [usersList(users), withdrawalsList(movements), depositsList(movements), ordersList(orders)];
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-back-office-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  try {
    const database = await connectDatabase(postgres.url);
    await migrate(database.pool, folders.migrations);
    await database.kysely
      .transaction()
      .execute(async (transaction) => marketsModule.seedDemo?.({} as Platform, transaction));
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
  const said = stopwatch(list);
  await list.fill(database);
  said(`filled with ${list.rows.toLocaleString('en')} rows`);
  const { cursor, offset } = await list.deepest(database);
  const { rows } = await list.page(database, cursor);
  invariant(rows.length === pageRows, 'the deepest page is a whole one');
  const deepestMs = await milliseconds(() => list.page(database, cursor));
  const peerMs = await milliseconds(() => list.byOffset(database, offset));
  const pageMs: Record<string, number> = { first: await milliseconds(() => list.page(database)) };
  for (const [name, ask] of Object.entries(list.filtered))
    pageMs[name] = await milliseconds(() => ask(database), filteredMs);
  const slowestMs = Math.max(deepestMs, ...Object.values(pageMs));
  said(`deepest page ${deepestMs} ms, by OFFSET ${peerMs} ms, slowest ${slowestMs} ms`);
  return { name: list.name, rows: list.rows, deepestMs, peerMs, pageMs, slowestMs };
}

/** Says how far it is, for whoever waits; the last line of the output stays the result. */
function stopwatch({ name }: StaffList): (what: string) => void {
  const begin = performance.now();
  return (what) => console.log(`${name}: ${what}, ${((performance.now() - begin) / 1_000).toFixed(1)} s`);
}
