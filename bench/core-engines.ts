import { OrderBook, Side } from 'nodejs-order-book';
import { collectGarbage } from './collect-garbage.ts';
import { accountName, CoreRunner } from './core-exchange.ts';
import { generateWorkload, type Operation } from './core-workload.ts';

export type Engine = 'core' | 'peer';

export interface Task {
  readonly standing: number;
  readonly count: number;
  readonly accounts: number;
  readonly seed: number;
}

/** What carries out the operations from one number up to another. */
interface Runner {
  run(from: number, to: number): void;
}

const warmUpRounds = 2;
const countedRounds = 3;

/** Operations per second of each counted round; every round has a fresh book and a workload of its own. */
export function measureEngine(engine: Engine, { standing, count, accounts, seed }: Task): number[] {
  const speeds: number[] = [];
  for (let round = 0; round < warmUpRounds + countedRounds; round += 1) {
    const operations = generateWorkload({ seed: seed + round, standing, count, accounts });
    const runner =
      engine === 'core' ? new CoreRunner(operations, accounts) : new PeerRunner(operations, accounts);
    speeds.push(measure(runner, { standing, count }));
  }
  return speeds.slice(warmUpRounds);
}

function measure(runner: Runner, { standing, count }: Pick<Task, 'standing' | 'count'>): number {
  runner.run(0, standing);
  collectGarbage();
  const start = performance.now();
  runner.run(standing, standing + count);
  return Math.round((count / (performance.now() - start)) * 1_000);
}

class PeerRunner implements Runner {
  readonly #book = new OrderBook();
  readonly #operations: readonly Operation[];
  readonly #ids: readonly string[];
  readonly #accounts: readonly string[];

  constructor(operations: readonly Operation[], accounts: number) {
    this.#operations = operations;
    this.#ids = operations.map((_, index) => `order:${index}`);
    this.#accounts = Array.from({ length: accounts }, (_, account) => accountName(account));
  }

  run(from: number, to: number): void {
    for (let index = from; index < to; index += 1) {
      const operation = this.#operations[index] as Operation;
      if (operation.kind === 'cancel') {
        this.#book.cancel(this.#ids[operation.placedBy] as string);
        continue;
      }
      const side = operation.side === 'buy' ? Side.BUY : Side.SELL;
      const accountId = this.#accounts[operation.account] as string;
      const { quantity: size } = operation;
      if (operation.kind === 'market') this.#book.market({ side, size, accountId });
      else
        this.#book.limit({ side, id: this.#ids[index] as string, size, price: operation.price, accountId });
    }
  }
}
