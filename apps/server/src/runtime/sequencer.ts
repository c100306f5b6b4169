import {
  type Command,
  type Exchange,
  type ExchangeEvent,
  type Execution,
  execute,
  type RejectionCode,
} from '@emporion/core';
import { InvariantError } from '@emporion/kernel';
import {
  Busy,
  type CommandRequest,
  type CommandResult,
  type CommittedBatch,
  OutcomeUnknown,
  Stopped,
} from '#platform/runtime.ts';
import { encodeEvents } from './journal/codec.ts';
import { type Addition, rowAfter } from './journal/row-after.ts';
import { type JournalRow, type Tip, tipAfter } from './journal/tip.ts';

export interface SequencerOptions {
  readonly exchange: Exchange;
  /** The end of the journal, which the exchange stands at. */
  readonly tip: Tip;
  readonly append: (row: JournalRow) => Promise<void>;
  readonly now: () => number;
  /** A batch is durable; its callers are answered right after this. It must not throw. */
  readonly onCommitted: (batch: CommittedBatch, figures: { commands: number; seconds: number }) => void;
  /** The exchange refused a command. */
  readonly onRejected?: (code: RejectionCode) => void;
  /** The exchange in memory can no longer be trusted to be what the journal says. */
  readonly onFault: (cause: unknown, where: FaultPlace) => void;
  readonly limits: SequencerLimits;
}

/** The journal could not be written, or the core contradicted itself. */
export type FaultPlace = 'journal' | 'core';

export interface SequencerLimits {
  /** Commands and reads that may wait for the journal. */
  readonly waitingMax: number;
  /** Characters of their events. */
  readonly waitingLengthMax: number;
  readonly batchCommandsMax: number;
  readonly batchLengthMax: number;
  /** So many who wait when a write ends are written before those of that write are answered. Fewer wait a moment longer, for others to join. */
  readonly batchWorthHurry: number;
}

export const defaultSequencerLimits: SequencerLimits = {
  waitingMax: 10_000,
  waitingLengthMax: 64_000_000,
  batchCommandsMax: 1_000,
  batchLengthMax: 2_000_000,
  batchWorthHurry: 16,
};

/** Field by field, which is quicker than spreading, and there is one for every command. */
function resultOf({ outcome, repeated }: Execution): CommandResult {
  if (outcome.status === 'rejected') return { status: 'rejected', rejection: outcome.rejection, repeated };
  return { status: 'accepted', sequence: outcome.sequence, orderId: outcome.orderId, repeated };
}

/** One who waits until everything up to here is durable. Reads and repetitions have no events of their own. */
interface Waiting extends Addition {
  readonly settle: () => void;
  readonly refuse: (error: Error) => void;
}

/** A batch on its way to the journal; one in which nobody changed anything has no row. */
interface Write {
  readonly batch: readonly Waiting[];
  readonly row?: JournalRow;
  readonly events: readonly ExchangeEvent[];
  readonly start: number;
  readonly done: Promise<void> | undefined;
}

/**
 * Carries commands out in memory, one after another, and lets nobody know before the journal has them. While one batch is being written the
 * next gathers; so a batch is as large as the writes are slow, and a lonely command waits for one write only.
 */
export class Sequencer {
  readonly #options: SequencerOptions;
  #tip: Tip;
  #acceptedAt: number;
  #gathering: Waiting[] = [];
  #gatheredLength = 0;
  #writing: readonly Waiting[] = [];
  #draining: Promise<void> | undefined;
  #state: 'open' | 'stopped' | 'faulted' = 'open';

  constructor(options: SequencerOptions) {
    this.#options = options;
    this.#tip = options.tip;
    this.#acceptedAt = options.tip.acceptedAt;
  }

  get tip(): Tip {
    return this.#tip;
  }

  get open(): boolean {
    return this.#state === 'open';
  }

  get waiting(): number {
    return this.#gathering.length + this.#writing.length;
  }

  execute(request: CommandRequest): Promise<CommandResult> {
    const refused = this.#refusal();
    if (refused) return Promise.reject(refused);
    const { exchange, now } = this.#options;
    // The clock may be set back; the exchange's time is not.
    this.#acceptedAt = Math.max(this.#acceptedAt, Math.floor(now()));
    const before = exchange.sequence;
    let waiting: Pick<Waiting, 'events' | 'text'>;
    let result: CommandResult;
    try {
      const execution = execute(exchange, { ...request, acceptedAt: this.#acceptedAt } as Command);
      const { events } = execution;
      result = resultOf(execution);
      if (result.status === 'rejected') this.#options.onRejected?.(result.rejection.code);
      waiting = { events, text: events.length > 0 ? encodeEvents(events) : '' };
    } catch (error) {
      // The first event of a command moves the sequence. Where it has not moved, nothing was applied: a command that the core chokes on must
      // not be a way to stop it. Otherwise nothing that this copy of the exchange says counts any more.
      if (exchange.sequence === before && !(error instanceof InvariantError)) return Promise.reject(error);
      this.fail(error, 'core');
      return Promise.reject(new OutcomeUnknown());
    }
    return this.#whenDurable(waiting, result);
  }

  read<Value>(look: (exchange: Exchange) => Value): Promise<Value> {
    const refused = this.#refusal();
    if (refused) return Promise.reject(refused);
    try {
      const seen = look(this.#options.exchange);
      // Nothing waits, so all that was seen is durable.
      return this.waiting === 0 ? Promise.resolve(seen) : this.#whenDurable({ events: [], text: '' }, seen);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Takes no more; resolves when everybody who waited is answered. */
  async stop(): Promise<void> {
    if (this.#state === 'open') this.#state = 'stopped';
    await this.#draining;
  }

  /** Stops for good. Nobody who waits is told that it went well: what of it is in the journal, the next start finds out. */
  fail(cause: unknown, where: FaultPlace): void {
    if (this.#state === 'faulted') return;
    this.#state = 'faulted';
    for (const { refuse } of [...this.#writing, ...this.#gathering]) refuse(new OutcomeUnknown());
    this.#writing = [];
    this.#gathering = [];
    this.#options.onFault(cause, where);
  }

  #refusal(): Error | undefined {
    if (this.#state === 'faulted') return new OutcomeUnknown();
    if (this.#state === 'stopped') return new Stopped();
    const { waitingMax, waitingLengthMax } = this.#options.limits;
    return this.waiting >= waitingMax || this.#gatheredLength >= waitingLengthMax ? new Busy() : undefined;
  }

  #whenDurable<Value>({ events, text }: Pick<Waiting, 'events' | 'text'>, value: Value): Promise<Value> {
    return new Promise((resolve, reject) => {
      const settle = () => resolve(value);
      this.#gathering.push({ events, text, acceptedAt: this.#acceptedAt, settle, refuse: reject });
      this.#gatheredLength += text.length;
      this.#draining ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    let write: Write | undefined;
    do {
      // Whoever is at the door at this moment still comes into this batch.
      if (!write) await new Promise((turn) => setImmediate(turn));
      write = await this.#answerAfter(write ?? this.#begin());
    } while (write || this.#gathering.length > 0);
    this.#draining = undefined;
  }

  /** Answers those of a write when it is done, with the next one on its way if many wait for it: the disk has work while the answers are written. */
  async #answerAfter({ batch, row, events, start, done }: Write): Promise<Write | undefined> {
    await done;
    // Everybody has been told by now.
    if (this.#state === 'faulted') return undefined;
    if (row) this.#tip = tipAfter(row, row.hash);
    this.#writing = [];
    const next = this.#gathering.length >= this.#options.limits.batchWorthHurry ? this.#begin() : undefined;
    if (row) {
      const { number, firstSequence, lastSequence, firstEvent, acceptedAt } = row;
      const seconds = (performance.now() - start) / 1_000;
      const committed = { number, firstSequence, lastSequence, firstEvent, events, acceptedAt };
      // Listeners first: whoever is answered finds their views up to date.
      this.#options.onCommitted(committed, { commands: batch.length, seconds });
    }
    for (const { settle } of batch) settle();
    return next;
  }

  /** Begins to write the next batch, which may turn out to have nothing to be written. */
  #begin(): Write {
    const batch = this.#cut();
    const start = performance.now();
    if (!batch.some(({ events }) => events.length > 0)) return { batch, start, events: [], done: undefined };
    this.#writing = batch;
    try {
      const { row, events } = rowAfter(this.#tip, batch);
      const done = this.#options.append(row).catch((error) => this.fail(error, 'journal'));
      return { batch, row, events, start, done };
    } catch (error) {
      this.fail(error, 'journal');
      return { batch, start, events: [], done: undefined };
    }
  }

  /** Takes as many of those who wait as one batch may have. */
  #cut(): Waiting[] {
    const { batchCommandsMax, batchLengthMax } = this.#options.limits;
    let length = 0;
    let count = 0;
    while (count < this.#gathering.length && count < batchCommandsMax && length < batchLengthMax) {
      length += this.#gathering[count]?.text.length ?? 0;
      count += 1;
    }
    const rest = this.#gathering.slice(count);
    const batch = rest.length === 0 ? this.#gathering : this.#gathering.slice(0, count);
    this.#gathering = rest;
    this.#gatheredLength -= length;
    return batch;
  }
}
