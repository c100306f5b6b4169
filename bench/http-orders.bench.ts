import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { freshSettings, type Product, removeFolder, startProduct } from '../e2e/product.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { type Load, type LoadTask, placeOrders } from './http-orders-load.ts';
import { createBusyExchange, during, fund, metricsToken, readMetrics, signIn } from './trading-product.ts';

/** As on a market: makers quote ten levels of both sides in a request, takers take with single ones. Every connection has one request under way at a time. */
const market = { connections: 16, quotes: 20 };
/** The hardest for ours: every order and every cancel is a request of its own. */
const single = { connections: 128, quotes: 1 };

/** Ours and the peer take turns, because machines that are shared with others are quick now and slow then; the middle of their turns counts. */
const turns = 5;
/** At half the load one snapshot or collection of garbage decides the slowest answers of a turn; the middle of these counts too. */
const halfLoadTurns = 3;

/**
 * Acknowledged orders per second over HTTP, with real tokens, against the real server with fsync on and projections running: nine orders of ten are
 * placed and cancelled, the tenth takes. The peer is one SQL transaction per order on the same database, under the same load. Two loads, each with its
 * own ratio: as on a market, which is the main figure, and one order per request. Longer: `npm run bench -- http-orders 10`.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [seconds = 4] = args.map(Number);
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-bench-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  const settings = await freshSettings();
  const env = {
    ...settings,
    DATABASE_URL: postgres.url,
    DEMO_MARKET: 'false',
    ORDER_RATE_PER_SECOND: '1000000',
    RATE_LIMIT_PER_MINUTE: '1000000',
    METRICS_TOKEN: metricsToken,
  };
  const port = Number(settings.PORT);
  try {
    await createBusyExchange(postgres.url);
    await fund(postgres.url, await during(startProduct(env), (product) => signIn(product, postgres.url)));
    const measured = await during(startProduct(env), async (product) => {
      const users = await signIn(product, postgres.url);
      const watched = { server: product.child.pid ?? 0, database: postgres.pid };
      const ours: Loader = (how, ratePerSecond = 0) =>
        placeOrders({ port, users, seconds, ratePerSecond, ...how }, watched);
      return beside(postgres.url, seconds, async (peer) => {
        const compared = async (how: Way) => {
          const figures = await inTurns(how, ours, peer, () => projectionsBehind(product));
          const halfLoad = await atRate(how, ours, figures.ours.operationsPerSecond / 2);
          return { ...figures, halfLoad };
        };
        return { market: await compared(market), single: await compared(single) };
      });
    });
    const ratio = measured.single.ours.ordersPerSecond / measured.single.peer.ordersPerSecond;
    return {
      ours: measured.market.ours.ordersPerSecond,
      peer: measured.market.peer.ordersPerSecond,
      peerName: 'one SQL transaction per order, same database, no tokens',
      unit: 'acknowledged orders per second, makers quote twenty in a request and takers take singly',
      market: measured.market,
      single: { ratio: Number(ratio.toFixed(3)), ...measured.single },
      verified: await verify(env),
    };
  } finally {
    await postgres.stop();
    removeFolder(dataFolder);
    removeFolder(settings.DATA_DIR);
  }
}

/** How many events the projections had not seen when the load ended, and how long they took to see them. */
async function projectionsBehind(
  product: Product,
): Promise<{ eventsBehind: number; caughtUpSeconds: number }> {
  const lag = async () => {
    const lags = [...(await readMetrics(product)).matchAll(/^projection_lag_events(?:\{.*\})? (\d+)$/gm)];
    return Math.max(...lags.map(([, events]) => Number(events)));
  };
  const began = performance.now();
  const eventsBehind = await lag();
  // The figures are gathered once a second at most.
  for (let left = eventsBehind; left > 0; left = await lag()) await wait(100);
  return { eventsBehind, caughtUpSeconds: Number(((performance.now() - began) / 1_000).toFixed(2)) };
}

/** What `npm run verify` says in its last line. @throws when the tables and the journal disagree. */
async function verify(env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join('scripts', 'verify.mjs')], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  });
  return stdout.trim().split('\n').at(-1) ?? '';
}

type Way = Pick<LoadTask, 'connections' | 'quotes'>;
type Loader = (how: Way, ratePerSecond?: number) => Promise<Load>;

/** Loads one after the other, so many times. Of each, the turn in the middle is told, and what all of them gave. */
async function inTurns<Lag>(how: Way, ours: Loader, peer: Loader, lag: () => Promise<Lag>) {
  const loads = { ours: [] as Load[], peer: [] as Load[] };
  let projections: Lag | undefined;
  for (let turn = 0; turn < turns; turn += 1) {
    loads.ours.push(await ours(how));
    // The peer has the machine for itself: what was left to do is done before its turn.
    projections = await lag();
    loads.peer.push(await peer(how));
  }
  const each = (all: readonly Load[]) => all.map(({ ordersPerSecond }) => ordersPerSecond);
  const turnsOfEach = { ours: each(loads.ours), peer: each(loads.peer) };
  const told = (all: readonly Load[]) => middle(all, 'ordersPerSecond');
  return { ours: told(loads.ours), peer: told(loads.peer), turns: turnsOfEach, projections, ...how };
}

/** The same at a given rate, for how long the answers take. */
async function atRate(how: Way, ours: Loader, ratePerSecond: number) {
  const loads: Load[] = [];
  while (loads.length < halfLoadTurns) loads.push(await ours(how, ratePerSecond));
  const told = middle(loads, 'p99Ms');
  const each = loads.map(({ p50Ms, p99Ms }) => ({ p50Ms, p99Ms }));
  return { p50Ms: told.p50Ms, p99Ms: told.p99Ms, turns: each, ours: told };
}

/** The load in the middle by one of its figures. */
function middle(loads: readonly Load[], figure: 'ordersPerSecond' | 'p99Ms'): Load {
  const sorted = loads.toSorted((left, right) => left[figure] - right[figure]);
  return sorted[Math.floor(loads.length / 2)] as Load;
}

/** Works with the peer, on a port of its own. */
async function beside<Value>(
  url: string,
  seconds: number,
  work: (peer: Loader) => Promise<Value>,
): Promise<Value> {
  const { PORT, DATA_DIR } = await freshSettings();
  removeFolder(DATA_DIR);
  const port = Number(PORT);
  const peer = spawn(process.execPath, [join('bench', 'http-orders-peer.mjs'), url, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    if (peer.stdout) await once(peer.stdout, 'data');
    // Two users for each connection, because transactions of one user would wait for one another.
    const users = Array.from({ length: single.connections * 2 }, (_, index) => ({
      id: '',
      token: `peer-user-${1_000 + index}`,
    }));
    return await work((how) => placeOrders({ port, users, seconds, ratePerSecond: 0, ...how }));
  } finally {
    peer.kill('SIGTERM');
    await once(peer, 'exit');
  }
}
