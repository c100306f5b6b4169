import { OrderBook, Side } from 'nodejs-order-book';
import { benchExchange, prepareNames, runOperations } from './core-exchange.ts';
import { generateWorkload, type Operation } from './core-workload.ts';
import type { BenchContext, BenchResult } from './frame.ts';

const accounts = 5_000;
const rounds = 7;

/**
 * One generated workload through our core, with ledger, fees, idempotency and events, and through nodejs-order-book, which has none of
 * these. Both get every round's workload on a fresh book, in turn, in one process; the first rounds warm both up and do not count, and
 * the median of the others does.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const count = Number(args[0] ?? 200_000);
  const ours: number[] = [];
  const peer: number[] = [];
  let accepted = 0;
  for (let round = -2; round < rounds; round += 1) {
    const operations = generateWorkload({ seed: 100 + round, count, accounts });
    const first = round % 2 === 0;
    if (first) peer.push(runPeer(operations));
    const result = runOurs(operations);
    accepted = result.accepted;
    ours.push(result.perSecond);
    if (!first) peer.push(runPeer(operations));
  }
  return {
    ours: Math.round(median(ours.slice(2))),
    peer: Math.round(median(peer.slice(2))),
    peerName: 'nodejs-order-book 10.1.1',
    unit: 'operations per second',
    operations: count,
    accounts,
    accepted,
    rounds,
  };
}

function runOurs(operations: readonly Operation[]): { perSecond: number; accepted: number } {
  const exchange = benchExchange(accounts);
  const names = prepareNames('bench', operations.length, accounts);
  globalThis.gc?.();
  const start = performance.now();
  const accepted = runOperations(exchange, operations, names);
  return { perSecond: perSecond(operations.length, start), accepted };
}

function runPeer(operations: readonly Operation[]): number {
  const book = new OrderBook();
  const ids = operations.map((_, index) => `order:${index}`);
  const names = operations.map(({ account }) => `user:${account}`);
  globalThis.gc?.();
  const start = performance.now();
  for (let index = 0; index < operations.length; index += 1) {
    const operation = operations[index] as Operation;
    if (operation.kind === 'cancel') {
      book.cancel(ids[operation.placedBy] as string);
      continue;
    }
    const side = operation.side === 'buy' ? Side.BUY : Side.SELL;
    const accountId = names[index] as string;
    const size = operation.quantity;
    if (operation.kind === 'market') book.market({ side, size, accountId });
    else book.limit({ side, id: ids[index] as string, size, price: operation.price, accountId });
  }
  return perSecond(operations.length, start);
}

function perSecond(operations: number, start: number): number {
  return (operations / (performance.now() - start)) * 1_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
