import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { freshSettings, removeFolder, startProduct } from '../e2e/product.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { during, fund, signIn, type User } from './trading-product.ts';

interface Load {
  readonly ordersPerSecond: number;
  readonly operationsPerSecond: number;
  readonly takenPerSecond: number;
  readonly refused: number;
  readonly firstRefusal: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const connections = 128;

/** For this long after a login the sessions of a user are read from the database with every call, see `live-sessions.ts`. */
const sessionsSettleMs = 31_000;

/**
 * Acknowledged orders per second over HTTP, with real tokens, against the real server with fsync on and projections running: nine orders of ten are
 * placed and cancelled, the tenth takes. The peer is one SQL transaction per order on the same database, under the same load. Then the latency at half of
 * the load. Shorter: `npm run bench -- http-orders 5`.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [seconds = 10] = args.map(Number);
  const postgres = await startEmbeddedPostgres({
    dataFolder: mkdtempSync(join(tmpdir(), 'emporion-bench-')),
  });
  const settings = await freshSettings();
  const env = {
    ...settings,
    DATABASE_URL: postgres.url,
    DEMO_MARKET: 'false',
    ORDER_RATE_PER_SECOND: '1000000',
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  try {
    await fund(postgres.url, await during(startProduct(env), signIn));
    const product = startProduct(env);
    const { full, half } = await during(product, async () => {
      const users = await signIn(product);
      await wait(sessionsSettleMs);
      const load = { port: Number(settings.PORT), users, seconds };
      const atFull = await generate({ ...load, ratePerSecond: 0 });
      return {
        full: atFull,
        half: await generate({ ...load, ratePerSecond: atFull.operationsPerSecond / 2 }),
      };
    });
    const peer = await measurePeer(postgres.url, { seconds, port: Number(settings.PORT) });
    return {
      ours: full.ordersPerSecond,
      peer: peer.ordersPerSecond,
      peerName: 'one SQL transaction per order, same database, no tokens',
      unit: 'acknowledged orders per second',
      oursOperationsPerSecond: full.operationsPerSecond,
      peerOperationsPerSecond: peer.operationsPerSecond,
      takenPerSecond: full.takenPerSecond,
      refused: full.refused + half.refused,
      firstRefusal: full.firstRefusal || half.firstRefusal,
      peerRefused: peer.refused,
      halfLoadP50Ms: half.p50Ms,
      halfLoadP99Ms: half.p99Ms,
      fullLoadP50Ms: full.p50Ms,
      fullLoadP99Ms: full.p99Ms,
      connections,
    };
  } finally {
    await postgres.stop();
    removeFolder(settings.DATA_DIR);
  }
}

interface LoadTask {
  readonly port: number;
  readonly users: readonly User[];
  readonly seconds: number;
  readonly ratePerSecond: number;
}

async function generate(task: LoadTask): Promise<Load> {
  const options = { ...task, pair: 'BTC-USDT', connections, warmUpSeconds: 3 };
  const script = join('bench', 'http-orders-load.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(options)]);
  return JSON.parse(stdout) as Load;
}

async function measurePeer(url: string, { seconds, port }: { seconds: number; port: number }): Promise<Load> {
  const peer: ChildProcess = spawn(
    process.execPath,
    [join('bench', 'http-orders-peer.mjs'), url, String(port)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    if (peer.stdout) await once(peer.stdout, 'data');
    // A user for each connection, because transactions of one user would wait for one another.
    const users = Array.from({ length: connections }, (_, index) => ({
      id: '',
      token: `peer-user-${1_000 + index}`,
    }));
    return await generate({ port, users, seconds, ratePerSecond: 0 });
  } finally {
    peer.kill('SIGTERM');
    await once(peer, 'exit');
  }
}
