import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { invariant } from '@emporion/kernel';
import { type Engine, measureEngine, type Task } from './core-engines.ts';
import type { BenchContext, BenchResult } from './frame.ts';

const accounts = 5_000;
const turns = 3;
const standingBooks = { thin: 1_000, usual: 20_000 };

/**
 * One generated workload through our core, with ledger, fees, idempotency and events, and through nodejs-order-book, which has none of
 * these. They take turns, each turn in a thread of its own, so that neither meets the other's heap or compiled code; a turn is two rounds
 * that warm up and three that count, and the median of all that count is the figure. It is that of the usual book of 20,000 standing
 * orders; because the peer's cancel grows with the queue of its price, the same on a thin book of 1,000 stands beside it.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const count = Number(args[0] ?? 100_000);
  const usual = await compare(standingBooks.usual, count);
  const thin = await compare(standingBooks.thin, count);
  return {
    ours: usual.ours,
    peer: usual.peer,
    peerName: 'nodejs-order-book 10.1.1',
    unit: 'operations per second',
    standingOrders: standingBooks.usual,
    operations: count,
    accounts,
    thinBook: { standingOrders: standingBooks.thin, ...thin },
  };
}

async function compare(standing: number, count: number): Promise<{ ours: number; peer: number }> {
  const ours: number[] = [];
  const peer: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(...(await takeTurn('core', { standing, count, accounts, seed: 100 * turn })));
    peer.push(...(await takeTurn('peer', { standing, count, accounts, seed: 100 * turn })));
  }
  return { ours: median(ours), peer: median(peer) };
}

/** The operations per second of each round that counts. */
function takeTurn(engine: Engine, task: Task): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { engine, task } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

// In the thread of a turn this same file is loaded, and only this happens.
if (!isMainThread && workerData?.engine) {
  invariant(parentPort, 'A turn needs a thread to answer to.');
  parentPort.postMessage(measureEngine(workerData.engine, workerData.task));
}
