import { OrderBook, Side } from 'nodejs-order-book';
import { accountName, CoreRunner } from './core-exchange.ts';
import { generateWorkload, type Operation } from './core-workload.ts';
import type { BenchContext, BenchResult } from './frame.ts';

const accounts = 5_000;
const rounds = 9;
const standingBooks = { thin: 1_000, usual: 20_000 };

/**
 * One generated workload through our core, with ledger, fees, idempotency and events, and through nodejs-order-book, which has none of
 * these. Both live through every round's workload on a fresh book, in turn, in one process; the first two rounds warm both up and do not
 * count, and of the others the one with the median ratio does. The figure is that of the usual book of 20,000 standing orders; because the peer's cancel
 * grows with the queue of its price, the same on a thin book of 1,000 stands beside it.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const count = Number(args[0] ?? 100_000);
  const usual = measure(standingBooks.usual, count);
  const thin = measure(standingBooks.thin, count);
  return {
    ours: usual.ours,
    peer: usual.peer,
    peerName: 'nodejs-order-book 10.1.1',
    unit: 'operations per second',
    standingOrders: standingBooks.usual,
    operations: count,
    accounts,
    rounds,
    accepted: usual.accepted,
    trades: usual.trades,
    thinBook: { standingOrders: standingBooks.thin, ours: thin.ours, peer: thin.peer },
  };
}

/** The round with the median ratio: both sides of a round are measured one right after the other, so what else the machine does meets both. */
function measure(standing: number, count: number): Round {
  const measured: Round[] = [];
  for (let round = -2; round < rounds; round += 1) {
    const operations = generateWorkload({ seed: 100 + round, standing, count, accounts });
    const peerFirst = round % 2 === 0;
    const before = peerFirst ? runPeer(operations, standing) : 0;
    const ours = runOurs(operations, standing);
    measured.push({ ...ours, peer: peerFirst ? before : runPeer(operations, standing) });
  }
  const counted = measured.slice(2).sort((left, right) => left.ours / left.peer - right.ours / right.peer);
  return counted[Math.floor(counted.length / 2)] as Round;
}

interface Round {
  readonly ours: number;
  readonly peer: number;
  readonly accepted: number;
  readonly trades: number;
}

function runOurs(operations: readonly Operation[], standing: number) {
  const runner = new CoreRunner(operations, accounts);
  runner.run(0, standing);
  const tradesBefore = runner.exchange.lastTradeId;
  const start = performance.now();
  const accepted = runner.run(standing, operations.length);
  const ours = perSecond(operations.length - standing, start);
  return { ours, accepted, trades: runner.exchange.lastTradeId - tradesBefore };
}

function runPeer(operations: readonly Operation[], standing: number): number {
  const book = new OrderBook();
  const ids = operations.map((_, index) => `order:${index}`);
  const names = Array.from({ length: accounts }, (_, account) => accountName(account));
  const apply = (from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      const operation = operations[index] as Operation;
      if (operation.kind === 'cancel') {
        book.cancel(ids[operation.placedBy] as string);
        continue;
      }
      const side = operation.side === 'buy' ? Side.BUY : Side.SELL;
      const accountId = names[operation.account] as string;
      const size = operation.quantity;
      if (operation.kind === 'market') book.market({ side, size, accountId });
      else book.limit({ side, id: ids[index] as string, size, price: operation.price, accountId });
    }
  };
  apply(0, standing);
  const start = performance.now();
  apply(standing, operations.length);
  return perSecond(operations.length - standing, start);
}

function perSecond(operations: number, start: number): number {
  return Math.round((operations / (performance.now() - start)) * 1_000);
}
