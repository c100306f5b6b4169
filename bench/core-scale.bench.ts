import {
  type Command,
  type Exchange,
  execute,
  restoreExchange,
  stateHash,
  takeSnapshot,
} from '@emporion/core';
import { collectGarbage } from './collect-garbage.ts';
import { accountName, benchExchange, market } from './core-exchange.ts';
import { seededRandom } from './core-workload.ts';
import type { BenchResult } from './frame.ts';

const operations = 40_000;
const windows = 5;
const accounts = 1_000;
const levels = 20_000;

/**
 * What one operation costs (half of them place a limit order, half cancel one) with 10², 10⁴ and 10⁶ resting orders, and with 10² and 10⁵
 * accounts. `ratio` is the cost with 10² resting orders divided by the cost with 10⁶. Beside it: bytes per resting order, and a
 * snapshot of a million of them, restored and compared by its hash.
 */
export async function run(): Promise<BenchResult> {
  // The first run only warms up.
  costPerOperation({ resting: 10_000, accounts });
  const few = costPerOperation({ resting: 100, accounts });
  const some = costPerOperation({ resting: 10_000, accounts });
  const fewAccounts = costPerOperation({ resting: 10_000, accounts: 100 });
  const manyAccounts = costPerOperation({ resting: 10_000, accounts: 100_000 });
  const many = costPerOperation({ resting: 1_000_000, accounts });
  return {
    // Operations a second, so that more is better on both sides of the ratio.
    ours: Math.round(1e9 / many.nanoseconds),
    peer: Math.round(1e9 / few.nanoseconds),
    peerName: 'ourselves with 100 resting orders',
    unit: 'operations per second with a million resting orders',
    nanosecondsByRestingOrders: { 100: few.nanoseconds, 10000: some.nanoseconds, 1000000: many.nanoseconds },
    nanosecondsByAccounts: { 100: fewAccounts.nanoseconds, 100000: manyAccounts.nanoseconds },
    bytesPerRestingOrder: many.bytesPerOrder,
    snapshot: snapshotOf(many.exchange),
  };
}

interface Scale {
  readonly resting: number;
  readonly accounts: number;
}

function costPerOperation({ resting, accounts: accountCount }: Scale) {
  const exchange = benchExchange(accountCount);
  const random = seededRandom(5);
  const names = Array.from({ length: accountCount }, (_, account) => accountName(account));
  let keys = 0;
  const place = (): number => {
    keys += 1;
    const side = random() < 0.5 ? 'buy' : 'sell';
    const distance = 1 + Math.floor(random() * levels);
    const account = names[Math.floor(random() * accountCount)] as string;
    const price = side === 'buy' ? 50_000 - distance : 50_000 + distance;
    const command: Command = {
      kind: 'PlaceOrder',
      key: `scale:${keys}`,
      acceptedAt: keys,
      account,
      market,
      side,
      type: 'limit',
      quantity: 10,
      price,
    };
    const { outcome } = execute(exchange, command);
    if (outcome.status !== 'accepted') throw new Error(JSON.stringify(outcome));
    return outcome.orderId;
  };
  const before = heapUsed();
  const open = Array.from({ length: resting }, place);
  const bytesPerOrder = Math.round((heapUsed() - before) / resting);

  const replaceOne = () => {
    const position = Math.floor(random() * open.length);
    const orderId = open[position] as number;
    keys += 1;
    const { account } = exchange.order(orderId);
    execute(exchange, { kind: 'CancelOrder', key: `scale:${keys}`, acceptedAt: keys, account, orderId });
    open[position] = place();
  };
  const nanoseconds = medianCost(replaceOne);
  return { exchange, nanoseconds, bytesPerOrder };
}

/** Nanoseconds for each of the two operations of a replacement: the median of several windows, after one that warms up. */
function medianCost(replaceOne: () => void): number {
  const costs: number[] = [];
  for (let window = 0; window < windows + 1; window += 1) {
    const start = performance.now();
    for (let index = 0; index < operations / 2; index += 1) replaceOne();
    costs.push(Math.round(((performance.now() - start) * 1e6) / operations));
  }
  return costs.slice(1).sort((left, right) => left - right)[Math.floor(windows / 2)] ?? 0;
}

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function snapshotOf(exchange: Exchange) {
  const hash = stateHash(exchange);
  const start = performance.now();
  const text = JSON.stringify(takeSnapshot(exchange));
  const taken = performance.now();
  const restored = restoreExchange(JSON.parse(text));
  const done = performance.now();
  return {
    orders: exchange.orders.size,
    megabytes: Math.round(text.length / 1e6),
    takeSeconds: Number(((taken - start) / 1_000).toFixed(1)),
    restoreSeconds: Number(((done - taken) / 1_000).toFixed(1)),
    sameHash: stateHash(restored) === hash,
  };
}
