import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cpuMsOf } from './cpu-time.ts';
import type { User } from './trading-product.ts';

export interface LoadTask {
  readonly port: number;
  readonly users: readonly User[];
  readonly seconds: number;
  readonly connections: number;
  /** Orders that a maker places in one request; with 1, every order and cancel is a request of its own. */
  readonly quotes: number;
  /** Orders and cancels; zero is as many as there can be. */
  readonly ratePerSecond: number;
}

export interface Load {
  readonly ordersPerSecond: number;
  readonly operationsPerSecond: number;
  readonly takenPerSecond: number;
  readonly refused: number;
  readonly firstRefusal: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Milliseconds of processor time per order or cancel, by process; where the system tells. */
  readonly cpuMsPerOperation?: Readonly<Record<string, number>>;
}

/** Lets the generator, a process of its own, place and cancel orders. `watched` are the processes whose use of the processors is told. */
export async function placeOrders(
  task: LoadTask,
  watched: Readonly<Record<string, number>> = {},
): Promise<Load> {
  const options = { ...task, pair: 'BTC-USDT', warmUpSeconds: 3 };
  const generator = spawn(
    process.execPath,
    [join('bench', 'http-orders-load.mjs'), JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const processes = { ...watched, generator: generator.pid ?? 0 };
  const cpu = () => Object.entries(processes).map(([name, pid]) => [name, cpuMsOf(pid)] as const);
  let text = '';
  let [before, after] = [cpu(), cpu()];
  generator.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (text.endsWith('}\n')) after = cpu();
    else if (text === 'measuring\n') before = cpu();
  });
  await once(generator, 'close');
  const load = JSON.parse(text.split('\n').at(1) ?? '') as Load;
  const operations = load.operationsPerSecond * task.seconds;
  const used = after.map(([name, ms = Number.NaN], index) => {
    const [, msBefore = Number.NaN] = before[index] ?? [];
    return [name, Number(((ms - msBefore) / operations).toFixed(4))] as const;
  });
  const told = used.length > 1 && used.every(([, ms]) => Number.isFinite(ms));
  return told ? { ...load, cpuMsPerOperation: Object.fromEntries(used) } : load;
}
