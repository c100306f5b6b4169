import { writeSync } from 'node:fs';
import { connectDatabase } from '#platform/database/database.ts';
import type { CommandRequest } from '#platform/runtime.ts';
import { order, startTestRuntime } from './exchange-fixture.ts';

// A process that trades until it is killed. For every answer it got, and not before, it prints one line: the key, what became of it, the number of the order, and a dot that shows the line to be whole.
const [url = '', name = ''] = process.argv.slice(2);
const database = await connectDatabase(url);
const runtime = await startTestRuntime(database, { snapshotEveryEvents: 200 });
void runtime.fault.then(() => process.exit(3));
const callers = 20;

async function trade(caller: number): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    const key = `${name}:${caller}:${turn}`;
    const side = caller % 2 === 0 ? 'sell' : 'buy';
    const account = side === 'sell' ? 'ann' : 'bob';
    const placed = await say(order(key, { side, account, price: 20 + (turn % 3), quantity: 1 + (turn % 4) }));
    if (turn % 3 === 0) await say({ kind: 'CancelOrder', key: `${key}:cancel`, account, orderId: placed });
  }
}

async function say(command: CommandRequest & { readonly key: string | null }): Promise<number> {
  const result = await runtime.execute(command);
  const orderId = result.status === 'accepted' ? result.orderId : 0;
  print(`${command.key} ${result.status} ${orderId} .\n`);
  return orderId;
}

/** A line this short goes into the pipe whole or not at all; while the reader is behind it is tried again. */
function print(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

await Promise.all(Array.from({ length: callers }, (_, caller) => trade(caller)));
