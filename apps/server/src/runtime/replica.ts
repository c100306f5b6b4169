import { setTimeout as wait } from 'node:timers/promises';
import { type Exchange, stateHash } from '@emporion/core';
import type { Logger } from 'pino';
import { isDatabaseUnreachable } from '#platform/http/errors/database-unreachable.ts';
import { Busy, type ReadOptions, type Runtime, type Seen, Stopped } from '#platform/runtime.ts';
import { Subscribers } from './followers/subscribers.ts';
import type { Journal, JournalStep } from './journal/journal.ts';
import { positionOf, type Tip } from './journal/tip.ts';
import { replay, type SnapshotSource, startingPoint } from './recover.ts';

/** A snapshot that somebody else made, and the hash of the state that it was taken of. */
export interface StoredState {
  readonly number: number;
  readonly stateHash: string;
}

export interface ReplicaOptions {
  readonly journal: Journal;
  /** Read only. */
  readonly snapshots: Omit<SnapshotSource, 'list'> & { list(): Promise<readonly StoredState[]> };
  readonly log: Logger;
  /** It cannot go on: the journal is broken or gone, or it came to another state than the exchange. */
  readonly onFault: (cause: unknown) => void;
  /** Its state is the one that the snapshot after this batch names. */
  readonly onAgreed?: (batch: number) => void;
  readonly pollMs?: number;
  /** How often it looks for snapshots that were made meanwhile. */
  readonly compareEveryMs?: number;
  /** How long somebody waits for a batch that is not here yet. */
  readonly patienceMs?: number;
}

/** For so long it waits for a database that is away, looking so often. */
const outageMsMax = 60_000;
const outageLookMs = 500;

/** Those who may wait for a batch that is not here yet. */
const waitingMax = 10_000;

/** A replica that came to another state than the exchange it follows. Nothing that it says counts. */
export class StateDiffers extends Error {
  override readonly name = 'StateDiffers';
}

/**
 * The exchange in a process that does not trade: evolved from the batches of the journal, whole ones only. It answers as the engine does and takes no
 * commands. Where a snapshot was stored, its own state must have the same hash.
 */
export class Replica {
  readonly #options: ReplicaOptions;
  readonly #exchange: Exchange;
  readonly #subscribers: Subscribers;
  readonly #stopping = new AbortController();
  readonly #compared = new Set<number>();
  readonly #expected = new Map<number, string>();
  readonly #waiting = new Set<() => void>();
  #tip: Tip;
  #turn: Promise<unknown> = Promise.resolve();
  /** The database does not answer just now. */
  #isAway = false;
  #failure: { readonly cause: unknown } | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  /** Begins with the oldest snapshot, to pass those after it, and resolves when it has come to where the journal ends now. */
  static async open(options: ReplicaOptions): Promise<Replica> {
    const { journal, snapshots, log } = options;
    const stored = await snapshots.list();
    const oldestFirst = { ...snapshots, list: async () => [...stored].reverse() };
    const onBadSnapshot = (number: number, err: unknown) =>
      log.warn({ err, batch: number }, 'a snapshot cannot be used');
    const { exchange, tip } = await startingPoint({
      journal,
      snapshots: oldestFirst,
      onBadSnapshot,
    });
    const replica = new Replica(options, exchange, tip);
    for (const { number, stateHash: hash } of stored) replica.#expected.set(number, hash);
    replica.#compareHere();
    const end = (await journal.tip())?.batch ?? 0;
    replica.#start();
    try {
      await replica.#reach(end, Number.POSITIVE_INFINITY);
    } catch (error) {
      throw replica.#failure ? replica.#failure.cause : error;
    }
    return replica;
  }

  private constructor(options: ReplicaOptions, exchange: Exchange, tip: Tip) {
    this.#options = options;
    this.#exchange = exchange;
    this.#tip = tip;
    const { journal, log } = options;
    this.#subscribers = new Subscribers({ journal, log, batch: () => this.#tip.batch });
  }

  /** As modules see it: a runtime that takes no commands. */
  get runtime(): Runtime {
    const replica = this;
    return {
      execute: () => Promise.reject(new Stopped()),
      read: async (look, options) => (await replica.readAt(look, options)).value,
      readAt: (look, options) => replica.readAt(look, options),
      onCommitted: (listener) => replica.#subscribers.onCommitted(listener),
      follow: (follower) => replica.#subscribers.follow(follower),
      get position() {
        return positionOf(replica.#tip);
      },
      get healthy() {
        return !replica.#stopping.signal.aborted && !replica.#isAway;
      },
      stop: () => replica.stop(),
    };
  }

  async readAt<Value>(
    look: (exchange: Exchange) => Value,
    { atLeast = 0 }: ReadOptions = {},
  ): Promise<Seen<Value>> {
    await this.#reach(atLeast, this.#options.patienceMs ?? 5_000);
    return { value: look(this.#exchange), sequence: this.#exchange.sequence };
  }

  /** Compares with the snapshots that were stored since the last time. */
  async compare(): Promise<void> {
    await this.#inTurn(async () => {
      const stored = await this.#options.snapshots.list();
      for (const number of this.#compared)
        if (!stored.some((entry) => entry.number === number)) this.#compared.delete(number);
      for (const { number, stateHash: hash } of stored) {
        if (this.#compared.has(number)) continue;
        this.#expected.set(number, hash);
        if (number === this.#tip.batch) this.#compareHere();
        else if (number < this.#tip.batch) await this.#compareFrom(number);
      }
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const tell of this.#waiting) tell();
    await this.#ended;
  }

  #start(): void {
    const { journal, pollMs, compareEveryMs = 5_000 } = this.#options;
    const { signal } = this.#stopping;
    const following = () =>
      this.#throughOutages(async () => {
        const steps = journal.follow({
          after: this.#tip.batch,
          signal,
          ...(pollMs === undefined ? {} : { pollMs }),
        });
        for await (const step of steps) await this.#inTurn(async () => this.#apply(step));
      });
    const comparing = () =>
      this.#throughOutages(async () => {
        while (!signal.aborted) {
          await wait(compareEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
          if (!signal.aborted) await this.compare();
        }
      });
    this.#ended = Promise.all(
      [following, comparing].map((work) => work().catch((error: unknown) => this.#fail(error))),
    );
  }

  /** Goes on where it was after a while without the database, such as a restart of the server that brings it. Whatever else fails is a fault. */
  async #throughOutages(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    let givesUpAt = 0;
    while (!signal.aborted) {
      const before = this.#tip.batch;
      try {
        if (this.#isAway) await this.#options.journal.tip();
        this.#isAway = false;
        await work();
        return;
      } catch (error) {
        if (!isDatabaseUnreachable(error)) throw error;
        this.#isAway = true;
        const now = performance.now();
        if (givesUpAt === 0 || this.#tip.batch > before) givesUpAt = now + outageMsMax;
        if (now > givesUpAt) throw error;
        this.#options.log.warn({ err: error }, 'the database is away: the replica waits for it');
        await wait(outageLookMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  #fail(cause: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#failure = { cause };
    this.#stopping.abort();
    for (const tell of this.#waiting) tell();
    this.#options.onFault(cause);
  }

  #apply({ batch, tip }: JournalStep): void {
    replay(this.#exchange, batch.number, batch.events);
    this.#tip = tip;
    this.#compareHere();
    this.#subscribers.publish(batch);
    for (const tell of this.#waiting) tell();
  }

  /** The hash is worked out only where there is one to compare with: it takes seconds at a million orders. */
  #compareHere(): void {
    const { batch } = this.#tip;
    const expected = this.#expected.get(batch);
    if (expected === undefined) return;
    this.#expected.delete(batch);
    this.#judge(batch, expected, stateHash(this.#exchange));
  }

  /**
   * A snapshot is stored when its batch has long passed. So it is restored, which must give the hash that was stored with it, and brought to where this
   * replica stands; there the two must agree.
   */
  async #compareFrom(number: number): Promise<void> {
    const { journal, snapshots } = this.#options;
    const expected = this.#expected.get(number) ?? '';
    this.#expected.delete(number);
    const from = await journal.tipAt(number);
    const restored = await snapshots.load(number).catch((err: unknown) => {
      if (isDatabaseUnreachable(err)) throw err;
      // Deleted in the meantime, or damaged: then there is nothing to compare with.
      this.#options.log.warn({ err, batch: number }, 'a snapshot cannot be compared');
    });
    if (!from || !restored) {
      this.#compared.add(number);
      return;
    }
    if (stateHash(restored) !== expected)
      throw new StateDiffers(`The snapshot after batch ${number} is not of the state that it names.`);
    for await (const { batch } of journal.readAll(from)) {
      if (batch.number > this.#tip.batch) break;
      replay(restored, batch.number, batch.events);
    }
    this.#judge(number, stateHash(restored), stateHash(this.#exchange));
  }

  #judge(batch: number, expected: string, own: string): void {
    this.#compared.add(batch);
    if (own !== expected)
      throw new StateDiffers(
        `This process came to another state than the exchange: ${own} instead of ${expected}, compared with the snapshot after batch ${batch}.`,
      );
    this.#options.log.info({ batch, stateHash: own }, 'the replica agrees with the snapshot');
    this.#options.onAgreed?.(batch);
  }

  /** Resolves when the batch is here. @throws Busy when it does not come in time, Stopped when nothing comes any more. */
  async #reach(batch: number, patienceMs: number): Promise<void> {
    if (this.#stopping.signal.aborted) throw new Stopped();
    if (this.#tip.batch >= batch) return;
    if (this.#waiting.size >= waitingMax) throw new Busy();
    const isThere = await new Promise<boolean>((done) => {
      const finish = (there: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(tell);
        done(there);
      };
      const timer = Number.isFinite(patienceMs) ? setTimeout(() => finish(false), patienceMs) : undefined;
      const tell = () => {
        if (this.#tip.batch >= batch || this.#stopping.signal.aborted) finish(true);
      };
      this.#waiting.add(tell);
    });
    if (this.#stopping.signal.aborted) throw new Stopped();
    if (!isThere) throw new Busy();
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
