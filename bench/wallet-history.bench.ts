import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant } from '@emporion/kernel';
import { marketsModule } from '../apps/server/src/modules/markets/index.ts';
import { listMovements, movementsQuery } from '../apps/server/src/modules/wallet/movements/list-movements.ts';
import type { MovementFilter } from '../apps/server/src/modules/wallet/movements/movement-filter.ts';
import { connectDatabase, type Database } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { folders } from '../apps/server/src/platform/folders.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { collector, generateMovements } from '../apps/server/src/testing/generate-movements.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { milliseconds, rate } from './median-time.ts';

const limit = 50;
const decimals = new Map([
  ['BTC', 8],
  ['ETH', 18],
  ['USDT', 6],
]);

/**
 * How long the first, the deepest and filtered pages of movements take a user with 100,000 of them, of all kinds: `npm run bench -- wallet-history 1000000` for
 * more. The peer gets the deepest page of the same rows by OFFSET.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [rows = 100_000] = args.map(Number);
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-wallet-history-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  try {
    const database = await connectDatabase(postgres.url);
    await migrate(database.pool, folders.migrations);
    await database.kysely
      .transaction()
      .execute(async (transaction) => marketsModule.seedDemo?.({} as Platform, transaction));
    await generateMovements(database.pool, rows);
    const result = await measure(database);
    await database.close();
    return { ...result, rows };
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function measure(database: Database): Promise<BenchResult> {
  const page = (filter: Partial<MovementFilter>, cursor?: string) =>
    listMovements(database.kysely, { userId: collector, ...filter }, { limit, cursor, decimals });
  const { cursor, count } = await deepestCursor(page);
  const ours = await milliseconds(() => page({}, cursor));
  const peer = await milliseconds(() => byOffset(database, count - limit));
  const filters: Record<string, Partial<MovementFilter>> = {
    first: {},
    coin: { coin: 'ETH' },
    type: { type: 'transfer' },
    waiting: { status: 'pending' },
    cancelled: { status: 'cancelled' },
    month: { from: Date.parse('2025-01-10'), to: Date.parse('2025-01-11') },
    largest: { amountFrom: '99999999' },
    partOfHash: { text: '0xabcdef' },
    numberOfTrade: { text: '1234' },
    nothing: { text: 'there is nothing of the kind' },
    all: {
      coin: 'BTC',
      type: 'trade',
      direction: 'in',
      status: 'completed',
      amountFrom: '0.000001',
      amountTo: '1',
    },
  };
  const pageMs: Record<string, number> = { deepest: ours };
  for (const [name, filter] of Object.entries(filters)) pageMs[name] = await milliseconds(() => page(filter));
  return {
    ours: rate(ours),
    peer: rate(peer),
    peerName: 'the same page by OFFSET',
    unit: 'deepest pages of movements per second',
    pageMs,
    peerMs: peer,
    slowestMs: Math.max(...Object.values(pageMs)),
  };
}

/** The cursor of the last whole page, and how many movements there are. */
async function deepestCursor(
  page: (filter: Partial<MovementFilter>, cursor?: string) => ReturnType<typeof listMovements>,
): Promise<{ cursor: string; count: number }> {
  const before: string[] = [];
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await page({}, cursor);
    count += rows.length;
    if (next === null) break;
    before.push(next);
    cursor = next;
  }
  // One page before the last, which may be a short one.
  const cursor = before.at(-2);
  invariant(cursor, 'more than two pages');
  return { cursor, count };
}

/** Every source gives all that it has, which is what OFFSET needs. */
function byOffset({ kysely, pool }: Database, offset: number): Promise<unknown> {
  const query = movementsQuery({ userId: collector }, { limit: 2 ** 31 - 2, decimals });
  invariant(query, 'a query');
  const { sql: text, parameters } = query.compile(kysely);
  const all = text.slice(0, text.lastIndexOf('limit'));
  return pool.query(`${all} LIMIT ${limit} OFFSET ${offset}`, parameters.slice(0, -1));
}
