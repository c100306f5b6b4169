import { setTimeout as wait } from 'node:timers/promises';
import { invariant } from '@emporion/kernel';
import type { Logger } from 'pino';
import type { BatchFollower, CommittedBatch, Following } from '#platform/runtime.ts';
import type { Journal } from '#runtime/journal/journal.ts';

/** Where a follower finds what was committed before it was there. */
export interface FollowedSource {
  readonly journal: Pick<Journal, 'readFrom'>;
  /** The last batch of which followers were told, or are being told. */
  readonly batch: () => number;
  readonly log: Logger;
}

/** Live batches that are held while older ones are read. What is more than that is read from the journal. */
const heldMax = 1_000;
/** So few at a time, for other work waits while they are applied. */
const pageBatches = 100;
const retryMs = 1_000;
const retryMsMax = 30_000;

/**
 * Keeps something in memory from the journal: a seed, and then every batch after it once, in order. It lives in the process that commits, or in one
 * that follows the journal, which hands it every batch by `take`; what lies between the seed and the first of these is read from the journal.
 */
export class EphemeralFollower implements Following {
  readonly #follower: BatchFollower;
  readonly #source: FollowedSource;
  readonly ready: Promise<void>;
  #setReady: () => void = () => undefined;
  #failReady: (error: unknown) => void = () => undefined;
  /** The newest live batches, without gaps, as long as it is not at the tip. */
  #held: CommittedBatch[] = [];
  #state: 'opening' | 'live' | 'stopped' = 'opening';
  /** The last batch that was applied, and the last command that the seed contained. */
  #batch = 0;
  #sequence = 0;

  constructor(follower: BatchFollower, source: FollowedSource) {
    this.#follower = follower;
    this.#source = source;
    this.ready = new Promise((resolve, reject) => {
      this.#setReady = resolve;
      this.#failReady = reject;
    });
    // Whoever never asks is told by the log.
    this.ready.catch(() => undefined);
    void this.#keepOpening();
  }

  get isReady(): boolean {
    return this.#state === 'live';
  }

  stop(): void {
    this.#state = 'stopped';
    this.#held = [];
  }

  /** Hands over a batch that was committed just now. @throws what `apply` throws, when that is to stop the process. */
  take(batch: CommittedBatch): void {
    if (this.#state === 'opening') this.#hold(batch);
    else if (this.#state === 'live') {
      try {
        this.#apply(batch);
      } catch (error) {
        if (this.#follower.whenItFails === 'stop') throw error;
        this.#warn(error, 'a follower of the journal failed, and is seeded anew');
        this.#state = 'opening';
        void this.#keepOpening();
      }
    }
  }

  #hold(batch: CommittedBatch): void {
    this.#held.push(batch);
    if (this.#held.length > heldMax) this.#held.splice(0, heldMax / 2);
  }

  async #keepOpening(): Promise<void> {
    for (let delayMs = retryMs; this.#state === 'opening'; delayMs = Math.min(2 * delayMs, retryMsMax)) {
      try {
        await this.#open();
      } catch (error) {
        if (this.#follower.whenItFails === 'stop') {
          this.#failReady(error);
          return;
        }
        this.#warn(error, 'a follower of the journal cannot begin, and tries again');
        await wait(delayMs, undefined, { ref: false });
      }
    }
  }

  async #open(): Promise<void> {
    this.#held = [];
    const subscribedAt = this.#source.batch();
    const seed = await this.#follower.seed();
    // A look at the exchange contains every batch of which the process knew when it began, and perhaps a part of the next.
    [this.#batch, this.#sequence] = 'sequence' in seed ? [subscribedAt, seed.sequence] : [seed.batch, 0];
    while (this.#state === 'opening' && !this.#isHeld()) {
      const page = await this.#source.journal.readFrom(this.#batch, pageBatches);
      invariant(page.length > 0, `the journal has no batch ${this.#batch + 1}`);
      for (const batch of page) this.#apply(batch);
      await new Promise((turn) => setImmediate(turn));
    }
    if (this.#state !== 'opening') return;
    // Nothing may be waited for from here on: what is committed next is taken as it comes.
    for (const batch of this.#held) if (batch.number > this.#batch) this.#apply(batch);
    this.#held = [];
    this.#state = 'live';
    this.#setReady();
  }

  /** Whether everything after the last applied batch is among the held ones. */
  #isHeld(): boolean {
    return this.#batch + 1 >= (this.#held[0]?.number ?? this.#source.batch() + 1);
  }

  #apply(batch: CommittedBatch): void {
    if (batch.number <= this.#batch) return;
    invariant(batch.number === this.#batch + 1, `batch ${this.#batch + 1} was left out`);
    this.#batch = batch.number;
    if (batch.lastSequence <= this.#sequence) return;
    const news = batch.firstSequence > this.#sequence ? batch : after(batch, this.#sequence);
    if (this.#follower.whenItFails !== 'log') {
      this.#follower.apply(news);
      return;
    }
    try {
      this.#follower.apply(news);
    } catch (error) {
      this.#warn(error, 'a follower of the journal failed');
    }
  }

  #warn(err: unknown, message: string): void {
    this.#source.log.error({ err, follower: this.#follower.name, batch: this.#batch }, message);
  }
}

/** The part of a batch that comes after a command. */
function after(batch: CommittedBatch, sequence: number): CommittedBatch {
  const start = batch.events.findIndex(
    (event) =>
      (event.kind === 'CommandAccepted' || event.kind === 'CommandRejected') && event.sequence > sequence,
  );
  return {
    ...batch,
    firstSequence: sequence + 1,
    firstEvent: batch.firstEvent + start,
    events: batch.events.slice(start),
  };
}
