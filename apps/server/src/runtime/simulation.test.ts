import {
  type Booking,
  defaultLimits,
  type Exchange,
  evolve,
  Exchange as NewExchange,
  restoreExchange,
  type Snapshot,
  stateHash,
  takeSnapshot,
} from '@emporion/core';
import { invariant } from '@emporion/kernel';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { CommandRequest, CommandResult, CommittedBatch } from '#platform/runtime.ts';
// biome-ignore lint/style/noRestrictedImports: the core's own generator, which its package does not offer to programs.
import { CommandGenerator, setupCommands } from '../../../../packages/core/src/testing/command-generator.ts';
// biome-ignore lint/style/noRestrictedImports: the same.
import { SeededRandom } from '../../../../packages/core/src/testing/seeded-random.ts';
import { dealWithDueOrders } from './due-orders.ts';
import { Subscribers } from './followers/subscribers.ts';
import { Journal } from './journal/journal.ts';
import { MemoryStore } from './journal/memory-journal.ts';
import { recover } from './recover.ts';
import { Replica, type StoredState } from './replica.ts';
import { defaultSequencerLimits, Sequencer } from './sequencer.ts';

const lives = 12;
const commandsPerLife = 150;
const log = pino({ level: 'silent' });
const limits = {
  ...defaultLimits,
  openOrdersPerAccountMax: 60,
  openOrdersPerMarketMax: 30,
  followUpsPerCommandMax: 3,
  recentKeysMax: 5_000,
  // All that a simulation closes; every place is looked at for each hash, whether somebody is in it or not.
  closedOrdersMax: 5_000,
};

const sequencesOf = ({ events }: Pick<CommittedBatch, 'events'>) =>
  events.flatMap((event) =>
    event.kind === 'CommandAccepted' || event.kind === 'CommandRejected' ? [event.sequence] : [],
  );
const turn = () => new Promise((done) => setImmediate(done));
const turns = async (count: number) => {
  for (let left = count; left > 0; left -= 1) await turn();
};

/** What outlives every process: rows, snapshots, and what people were told. */
class World {
  readonly store = new MemoryStore();
  readonly journal = new Journal(this.store);
  readonly random: SeededRandom;
  readonly states: (StoredState & { readonly text: string })[] = [];
  readonly told = new Map<string, CommandResult>();
  replica: Replica | undefined;
  replicaFault: unknown;

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
  }

  readonly snapshots = {
    list: async () => [...this.states].reverse(),
    load: async (number: number): Promise<Exchange> => {
      const state = this.states.find((each) => each.number === number);
      return restoreExchange(JSON.parse(state?.text ?? '') as Snapshot);
    },
  };

  recover() {
    const onBadSnapshot = (_: number, error: unknown) => {
      throw error;
    };
    return recover({ journal: this.journal, snapshots: this.snapshots, limits, onBadSnapshot });
  }

  openReplica(): Promise<Replica> {
    return Replica.open({
      journal: this.journal,
      snapshots: this.snapshots,
      log,
      pollMs: 1,
      compareEveryMs: 60_000,
      onFault: (cause) => {
        this.replicaFault = cause;
      },
    });
  }
}

type Ending = 'refused' | 'stored and not answered' | 'killed' | 'stopped';

/** Each process has keys and a series of its own, for the generator begins anew. */
function ofLife(life: number, request: CommandRequest): CommandRequest {
  if (!('key' in request)) {
    const { number } = request.booking ?? {};
    // A booking that makes no sense stays as it is.
    return typeof number === 'number' ? { ...request, booking: { series: `life:${life}`, number } } : request;
  }
  return request.key === null ? request : { ...request, key: `${life}:${request.key}` };
}

/** What a command is remembered by; empty for one that nobody can repeat. */
function nameOf(command: { readonly key?: string | null; readonly booking?: Booking | null }): string {
  const { key, booking } = command;
  return key || (booking ? `${booking.series}/${booking.number}` : '');
}

/** A follower that notes the commands of which it is told, from a seed on. */
interface Watcher {
  readonly following: ReturnType<Subscribers['follow']>;
  readonly seen: number[];
  from: number;
}

/** One process: recovers, trades for a while with followers beside it, and ends in one way or another. */
async function live(world: World, life: number): Promise<void> {
  const { random, journal, store } = world;
  const { exchange, tip } = await world.recover();
  await checkStart(world, exchange, tip.batch);
  // Without a market nothing would happen in the lives that follow.
  const ending: Ending =
    life === 0 ? 'stopped' : random.pick(['refused', 'stored and not answered', 'killed', 'stopped']);
  const endsAt = tip.batch + 1 + random.below(12);
  let die: (how: unknown) => void = () => undefined;
  const dead = new Promise<unknown>((done) => {
    die = done;
  });
  let isDead = false;

  const append = async (row: Parameters<MemoryStore['append']>[0]) => {
    await turns(random.below(3));
    const isLast = row.number >= endsAt && ending !== 'stopped';
    if (isLast && ending === 'refused') throw new Error('the disk is full');
    store.append(row);
    if (isLast && ending === 'killed') {
      isDead = true;
      die('killed');
      await new Promise(() => undefined);
    }
    if (isLast) throw new Error('the answer was lost');
    if (random.chance(0.5)) journal.wake();
  };
  const subscribers = new Subscribers({ journal, log, batch: () => sequencer.tip.batch });
  const sequencer: Sequencer = new Sequencer({
    exchange,
    tip,
    append,
    now: () => 1_800_000_000_000 + life,
    onCommitted: (batch) => {
      subscribers.publish(batch);
      dealWithDueOrders(exchange, (command) => sequencer.execute(command));
    },
    onFault: die,
    limits: {
      ...defaultSequencerLimits,
      batchCommandsMax: 1 + random.below(20),
      batchWorthHurry: 1 + random.below(4),
    },
  });

  const copy = new NewExchange(limits);
  const model = subscribers.follow({
    name: 'copy',
    whenItFails: 'stop',
    seed: async () => ({ batch: 0 }),
    apply: ({ events }) => {
      for (const event of events) evolve(copy, event);
    },
  });
  const watchers: Watcher[] = [];
  const watch = (seed: () => Promise<{ sequence: number } | { batch: number; from: number }>): void => {
    const seen: number[] = [];
    const watcher: { -readonly [Key in keyof Watcher]?: Watcher[Key] } & { from: number } = { seen, from: 0 };
    watcher.following = subscribers.follow({
      name: 'watcher',
      whenItFails: 'reseed',
      seed: async () => {
        const found = await seed();
        watcher.from = 'sequence' in found ? found.sequence : found.from;
        return found;
      },
      apply: (batch) => void seen.push(...sequencesOf(batch)),
    });
    watchers.push(watcher as Watcher);
  };

  const generator = new CommandGenerator(random, exchange);
  const requests: CommandRequest[] =
    life === 0
      ? setupCommands(random)
      : Array.from({ length: commandsPerLife }, () => undefined as unknown as CommandRequest);
  for (const ready of requests) {
    if (!sequencer.open || isDead) break;
    const request = ready ?? ofLife(life, generator.next());
    const name = nameOf(request);
    void sequencer.execute(request).then(
      (result) => {
        // A killed process tells nobody anything.
        if (name && !isDead && !result.repeated) world.told.set(name, result);
      },
      () => undefined,
    );
    if (random.chance(0.03)) watch(async () => sequencer.readAt(() => 0));
    if (random.chance(0.02)) {
      const past = store.rows[random.below(store.rows.length + 1) - 1];
      watch(async () => ({ batch: past?.number ?? 0, from: past?.lastSequence ?? 0 }));
    }
    if (random.chance(0.3)) await turns(random.below(4));
  }
  await Promise.race([sequencer.stop(), dead]);
  if (!isDead) await checkFollowers({ journal, sequencer, exchange, copy, model, watchers });
}

/** After a start: everything that anybody was told is there, once, and the replica came to the same state. */
async function checkStart(world: World, exchange: Exchange, batch: number): Promise<void> {
  const [names, accepted] = [new Set<string>(), new Set<string>()];
  for (let at = 0; ; ) {
    const page = await world.journal.readFrom(at);
    if (page.length === 0) break;
    for (const { events, number } of page) {
      at = number;
      for (const event of events) {
        if (event.kind !== 'CommandAccepted' && event.kind !== 'CommandRejected') continue;
        const name = nameOf(event);
        if (!name) continue;
        invariant(!names.has(name), `${name} is in the journal twice`);
        names.add(name);
        if (event.kind === 'CommandAccepted') accepted.add(name);
      }
    }
  }
  for (const [key, { status, batch: promised }] of world.told) {
    invariant(promised <= batch, `${key} was acknowledged in a batch that is lost`);
    // A refusal that leaves no trace is none that anybody relies on.
    invariant(status !== 'accepted' || accepted.has(key), `${key} was acknowledged and is lost`);
  }
  world.replica ??= await world.openReplica();
  const seen = await world.replica.readAt(stateHash, { atLeast: batch });
  expect(seen.value).toBe(stateHash(exchange));
  expect(seen.sequence).toBe(exchange.sequence);
  if (batch > 0 && world.random.chance(0.4)) {
    const text = JSON.stringify(takeSnapshot(exchange));
    if (!world.states.some(({ number }) => number === batch))
      world.states.push({ number: batch, stateHash: stateHash(exchange), text });
    await world.replica.compare();
  }
  if (world.random.chance(0.2)) {
    await world.replica.stop();
    world.replica = undefined;
  }
  expect(world.replicaFault).toBeUndefined();
}

async function checkFollowers(parts: {
  journal: Journal;
  sequencer: Sequencer;
  exchange: Exchange;
  copy: Exchange;
  model: { ready: Promise<void> };
  watchers: readonly Watcher[];
}): Promise<void> {
  const { journal, sequencer, exchange, copy, model, watchers } = parts;
  await model.ready;
  // A batch that was stored and not answered is in the journal: whoever reads it there has it, and whoever waits to be told has not.
  const ends = [sequencer.tip.sequence, (await journal.tip())?.sequence ?? 0];
  const range = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => from + 1 + index);
  expect(ends).toContain(copy.sequence);
  if (exchange.sequence === copy.sequence) expect(stateHash(copy)).toBe(stateHash(exchange));
  for (const { following, seen, from } of watchers) {
    if (!following.isReady) await Promise.race([following.ready, turns(200)]);
    // One whose look at the exchange was refused by the end of it never began.
    if (following.isReady) expect(ends.map((end) => range(from, end))).toContainEqual(seen);
    following.stop();
  }
}

it.each([1, 2, Date.now() % 1_000_000])(
  'lives through failed and lost writes, kills and restarts: seed %i',
  async (seed) => {
    const world = new World(seed);
    try {
      for (let life = 0; life < lives; life += 1) await live(world, life);
      const { exchange, tip } = await world.recover();
      await checkStart(world, exchange, tip.batch);
      expect(world.told.size).toBeGreaterThan(100);
      expect(exchange.lastTradeId).toBeGreaterThan(3);
      await world.replica?.stop();
    } catch (error) {
      throw new Error(`The simulation failed with seed ${seed}: ${String(error)}`, { cause: error });
    }
  },
);
