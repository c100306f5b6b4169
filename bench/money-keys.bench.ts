import { type Command, execute, restoreExchange, stateHash, takeSnapshot } from '@emporion/core';
import { collectGarbage } from './collect-garbage.ts';
import { accountName, benchExchange } from './core-exchange.ts';
import type { BenchResult } from './frame.ts';

const commandsDefault = 20_000_000;
const bytesMax = 1_000_000_000;
const accounts = 1_000;
/** So many movements are on their way at a time, and end in any order. */
const together = 64;

/**
 * What remembering movements of money costs: 20 million deposits over four series, each with its own number, the numbers of 64 that are on their way at a
 * time in mixed order. `ours` is the resident memory that is left of a gigabyte, as `ratio` = 1 GB divided by the resident memory. Beside it:
 * the size of a snapshot and the time it takes, at a hundredth of the commands and at the end.
 */
export async function run({ args }: { args: readonly string[] }): Promise<BenchResult> {
  const commands = Number(args[0] ?? commandsDefault);
  const exchange = benchExchange(accounts);
  const send = (number: number) => {
    const series = `deposits:${number % 4}`;
    const booking = { series, number: Math.floor(number / 4) + 1 };
    const words = { reference: `network:${number}:0`, actor: 'watcher', acceptedAt: 1 };
    const money = { coin: 'BTC', amount: 5n, source: 'house:custody:bench', fee: 0n };
    const account = accountName(number % accounts);
    const command: Command = { kind: 'CreditDeposit', booking, ...words, ...money, account };
    const { outcome } = execute(exchange, command);
    if (outcome.status !== 'accepted') throw new Error(`A deposit was refused: ${JSON.stringify(outcome)}`);
  };
  const early = commands / 100;
  const began = performance.now();
  let snapshotEarly: ReturnType<typeof measureSnapshot> | undefined;
  for (let first = 0; first < commands; first += together) {
    // The last one first: so the numbers above the mark come and go all the time.
    for (let number = Math.min(first + together, commands) - 1; number >= first; number -= 1) send(number);
    if (!snapshotEarly && first >= early) snapshotEarly = measureSnapshot(exchange);
  }
  const seconds = (performance.now() - began) / 1_000;
  const snapshotLate = measureSnapshot(exchange);
  collectGarbage();
  const residentBytes = process.memoryUsage().rss;
  return {
    ours: bytesMax,
    peer: residentBytes,
    peerName: 'resident memory in bytes after all commands, against 1 GB',
    unit: 'bytes',
    commands,
    commandsPerSecond: Math.round(commands / seconds),
    snapshotEarly: { commands: Math.round(early), ...snapshotEarly },
    snapshotLate,
  };
}

function measureSnapshot(exchange: ReturnType<typeof benchExchange>) {
  const began = performance.now();
  const text = JSON.stringify(takeSnapshot(exchange));
  const milliseconds = Math.round(performance.now() - began);
  const same = stateHash(restoreExchange(JSON.parse(text))) === stateHash(exchange);
  return { bytes: text.length, milliseconds, restoresToTheSameHash: same };
}
