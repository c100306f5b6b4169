import { invariant } from '@emporion/kernel';
import type { ExchangeEvent } from '#exchange/events.ts';
import { evolve } from '#exchange/evolve.ts';
import { execute } from '#exchange/execute.ts';
import { unbalancedCoins } from '#ledger/posting.ts';
import { Exchange } from '#state/exchange.ts';
import { defaultLimits } from '#state/limits.ts';
import { restoreExchange } from '#state/restore.ts';
import { stateHash, takeSnapshot } from '#state/snapshot.ts';
import { CommandGenerator, setupCommands } from './command-generator.ts';
import { checkInvariants } from './invariants.ts';
import { SeededRandom } from './seeded-random.ts';

export interface SimulationOptions {
  readonly seed: number;
  readonly commands: number;
  /** After so many commands everything is checked, and the copies are compared. */
  readonly batch: number;
  /** Books of thousands of orders at hundreds of prices, where most orders only rest; thin ones unless given. */
  readonly deep?: boolean;
}

export interface SimulationReport {
  readonly hash: string;
  readonly accepted: number;
  readonly repeated: number;
  /** Of all batches, at their ends. */
  readonly mostOpenOrders: number;
  readonly trades: number;
  /** How often each code was the answer, and how often each event happened. */
  readonly rejections: Readonly<Record<string, number>>;
  readonly events: Readonly<Record<string, number>>;
}

/** Small enough that every limit is met. */
const limits = {
  ...defaultLimits,
  openOrdersPerAccountMax: 60,
  openOrdersPerMarketMax: 30,
  ordersPerDayMax: 20_000,
  fillsPerOrderMax: 8,
  followUpsPerCommandMax: 3,
  trailingStopsPerMarketMax: 5,
  peggedOrdersPerMarketMax: 10,
  recentKeysMax: 500,
  closedOrdersMax: 200,
};

/** Large enough for books in which a search matters. */
const deepLimits = {
  ...limits,
  openOrdersPerAccountMax: 2_000,
  openOrdersPerMarketMax: 600,
  fillsPerOrderMax: 100,
};

/**
 * Lives through a seeded mix of commands. Beside the exchange runs a replica that has applied every event since the first, and
 * one that is restored from a snapshot after each batch; all three must agree. A failure names the seed and the command at which it was found.
 */
export function simulate({ seed, commands, batch, deep = false }: SimulationOptions): SimulationReport {
  const random = new SeededRandom(seed);
  const bounds = deep ? deepLimits : limits;
  const exchange = new Exchange(bounds);
  const replica = new Exchange(bounds);
  let restored = new Exchange(bounds);
  const generator = new CommandGenerator(random, exchange, { deep });
  const tally = { accepted: 0, repeated: 0, rejections: {}, events: {} };
  const apply = (events: readonly ExchangeEvent[]) => {
    for (const event of events) {
      if ('postings' in event)
        invariant(unbalancedCoins(event.postings).length === 0, `${event.kind} makes or loses money.`);
      evolve(replica, event);
      evolve(restored, event);
    }
  };
  let count = 0;
  let mostOpenOrders = 0;
  try {
    for (const command of setupCommands(random)) apply(execute(exchange, command).events);
    for (; count < commands; count += 1) {
      const execution = execute(exchange, generator.next());
      record(tally, execution);
      apply(execution.events);
      if ((count + 1) % batch !== 0) continue;
      checkInvariants(exchange);
      mostOpenOrders = Math.max(mostOpenOrders, exchange.orders.size);
      const hash = stateHash(exchange);
      invariant(stateHash(replica) === hash, 'A replay of the events gives another state.');
      invariant(stateHash(restored) === hash, 'A snapshot and the events after it give another state.');
      restored = restoreExchange(JSON.parse(JSON.stringify(takeSnapshot(exchange))));
    }
  } catch (error) {
    throw new Error(`Simulation failed with seed ${seed} at command ${count}: ${String(error)}`, {
      cause: error,
    });
  }
  return { ...tally, hash: stateHash(exchange), mostOpenOrders, trades: exchange.lastTradeId };
}

interface Tally {
  accepted: number;
  repeated: number;
  rejections: Record<string, number>;
  events: Record<string, number>;
}

function record(tally: Tally, { outcome, events, repeated }: ReturnType<typeof execute>): void {
  if (repeated) tally.repeated += 1;
  else if (outcome.status === 'accepted') tally.accepted += 1;
  else tally.rejections[outcome.rejection.code] = (tally.rejections[outcome.rejection.code] ?? 0) + 1;
  for (const { kind } of events) tally.events[kind] = (tally.events[kind] ?? 0) + 1;
}
