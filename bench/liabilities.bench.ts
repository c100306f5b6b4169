import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marketsModule } from '../apps/server/src/modules/markets/index.ts';
import { buildPublication } from '../apps/server/src/modules/proof-of-liabilities/build/build-publication.ts';
import { connectDatabase, type Database } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { folders } from '../apps/server/src/platform/folders.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { collectGarbage } from './collect-garbage.ts';
import type { BenchContext, BenchResult } from './frame.ts';

const accountsDefault = 1_000_000;
const id = '00000000-0000-4000-8000-000000000001';
const coin = 'BTC';
const sampleMs = 20;

/**
 * How long a proof of liabilities of a million accounts takes, from reading the balances to the last part of the file in the database, and how much memory: `ratio` is
 * the seconds divided by those that plain SHA-256 takes for as many nodes. Fewer: `npm run bench -- liabilities 10000`.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [accounts = accountsDefault] = args.map(Number);
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-liabilities-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  try {
    const database = await connectDatabase(postgres.url);
    await fill(database, accounts);
    collectGarbage();
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampling = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, sampleMs);
    const began = performance.now();
    await buildPublication({ url: postgres.url, id, coin, key: randomBytes(32).toString('hex') });
    const seconds = (performance.now() - began) / 1_000;
    clearInterval(sampling);
    // The tree is made in one go, in which no sample is taken, and stays until the file is written, in which many are.
    peak = Math.max(peak, process.memoryUsage().rss);
    const made = await database.pool.query<{ leaves: number; bytes: number; stored: number }>(
      `select leaves, bytes::float8 as bytes,
         (pg_total_relation_size('liability_parts') + pg_total_relation_size('liability_leaves'))::float8 as stored
       from liability_publications where status = 'built'`,
    );
    const [{ leaves = 0, bytes = 0, stored = 0 } = {}] = made.rows;
    await database.close();
    return {
      ours: Number(seconds.toFixed(2)),
      peer: Number(plainHashing(leaves * 2).toFixed(2)),
      peerName: `plain SHA-256 over ${(leaves * 2).toLocaleString('en')} nodes`,
      unit: 'seconds',
      ...{ accounts, leaves, fileBytes: bytes },
      memoryBytesPerAccount: Math.round((peak - before) / accounts),
      storedBytesPerAccount: Math.round(stored / accounts),
    };
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function fill({ pool, kysely }: Database, accounts: number): Promise<void> {
  await migrate(pool, folders.migrations);
  await kysely
    .transaction()
    .execute(async (transaction) => marketsModule.seedDemo?.({} as Platform, transaction));
  await pool.query(
    `insert into balances (account, coin, available, orders, withdrawals, codes)
     select gen_random_uuid()::text, $1, 1 + floor(random() * 1e9), floor(random() * 1e6), 0, 0 from generate_series(1, $2::int)`,
    [coin, accounts],
  );
  await pool.query(
    `insert into balances (account, coin, available, orders, withdrawals, codes)
     select 'house:custody:bitcoin', $1, -sum(available + orders), 0, 0, 0 from balances`,
    [coin],
  );
  await pool.query(
    `insert into follower_checkpoints (name, version, batch, event, accepted_at) values ('ledger', 1, 1000, 1000, 0)
     on conflict (name) do update set batch = 1000`,
  );
  await pool.query(
    "insert into liability_publications (id, coin, status, sealed_key) values ($1, $2, 'building', '')",
    [id, coin],
  );
  await pool.query('analyze balances');
}

function plainHashing(nodes: number): number {
  const pair = randomBytes(80);
  const began = performance.now();
  for (let node = 0; node < nodes; node += 1) {
    pair.writeUInt32LE(node);
    hash('sha256', pair, 'buffer');
  }
  return (performance.now() - began) / 1_000;
}
