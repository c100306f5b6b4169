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
  type ReadOptions,
  type Seen,
  Stopped,
} from '#platform/runtime.ts';
import { encodeEvents } from './journal/codec.ts';
import { type Addition, rowAfter } from './journal/row-after.ts';
import { type JournalRow, type Tip, tipAfter } from './journal/tip.ts';
import { UntilDurable } from './until-durable.ts';

export interface SequencerOptions {
  readonly exchange: Exchange;
  /** The end of the journal, which the exchange stands at. */
  readonly tip: Tip;
  readonly append: (row: JournalRow) => Promise<void>;
  /** The exchange's time, which never goes back. */
  readonly now: () => number;
  /** A batch is durable; its callers are answered right after this. When it throws, the sequencer stops for good and answers nobody. */
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
  /** Commands that may wait for the journal. */
  readonly waitingMax: number;
  /** Reads that may wait for it. They take no place from commands. */
  readonly readsMax: number;
  /** Characters of their events. */
  readonly waitingLengthMax: number;
  readonly batchCommandsMax: number;
  readonly batchLengthMax: number;
  /** So many who wait when a write ends are written before those of that write are answered. Fewer wait a moment longer, for others to join. */
  readonly batchWorthHurry: number;
}

export const defaultSequencerLimits: SequencerLimits = {
  waitingMax: 10_000,
  readsMax: 10_000,
  waitingLengthMax: 64_000_000,
  batchCommandsMax: 1_000,
  batchLengthMax: 2_000_000,
  batchWorthHurry: 16,
};

/** Field by field, which is quicker than spreading, and there is one for every command. */
function resultOf({ outcome, repeated }: Execution, batch: number): CommandResult {
  if (outcome.status === 'rejected')
    return { status: 'rejected', rejection: outcome.rejection, repeated, batch };
  return { status: 'accepted', sequence: outcome.sequence, orderId: outcome.orderId, repeated, batch };
}

/** A command that waits until its events are durable. */
interface Waiting extends Addition {
  readonly settle: (batch: number) => void;
  readonly refuse: (error: Error) => void;
}

/** A batch on its way to the journal. */
interface Write {
  readonly batch: readonly Waiting[];
  readonly row: JournalRow;
  readonly events: readonly ExchangeEvent[];
  readonly start: number;
  readonly done: Promise<void>;
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
  /** Durable, and their callers are answered in a moment. */
  #answering: readonly Waiting[] = [];
  /** Repetitions, and refusals that leave no trace: commands without events. */
  readonly #echoes = new UntilDurable();
  readonly #reads = new UntilDurable();
  /** Reads that look only when a batch is there, by its number. */
  #later: { readonly batch: number; readonly look: () => void; readonly refuse: (error: Error) => void }[] =
    [];
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

  /** Commands that wait. */
  get waiting(): number {
    return this.#gathering.length + this.#writing.length + this.#echoes.size;
  }

  get readsWaiting(): number {
    return this.#reads.size + this.#later.length;
  }

  execute(request: CommandRequest): Promise<CommandResult> {
    const refused = this.#refusal();
    if (refused) return Promise.reject(refused);
    const { exchange, now } = this.#options;
    // Whatever the clock says: a row of the journal that is earlier than the one before it is refused by every reader.
    this.#acceptedAt = Math.max(this.#acceptedAt, Math.floor(now()));
    const before = exchange.sequence;
    try {
      const execution = execute(exchange, { ...request, acceptedAt: this.#acceptedAt } as Command);
      const { outcome, events } = execution;
      if (outcome.status === 'rejected') this.#options.onRejected?.(outcome.rejection.code);
      return this.#whenDurable(execution, events.length > 0 ? encodeEvents(events) : '');
    } catch (error) {
      // The first event of a command moves the sequence. Where it has not moved, nothing was applied: a command that the core chokes on must
      // not be a way to stop it. Otherwise nothing that this copy of the exchange says counts any more.
      if (exchange.sequence === before && !(error instanceof InvariantError)) return Promise.reject(error);
      this.fail(error, 'core');
      return Promise.reject(new OutcomeUnknown());
    }
  }

  async read<Value>(look: (exchange: Exchange) => Value, options?: ReadOptions): Promise<Value> {
    return (await this.readAt(look, options)).value;
  }

  /** Looks now, at a memory that may be ahead of the journal, and answers when the journal has the last command that was seen. */
  readAt<Value>(
    look: (exchange: Exchange) => Value,
    { atLeast = 0 }: ReadOptions = {},
  ): Promise<Seen<Value>> {
    if (this.#state !== 'open') return Promise.reject(this.#ended());
    if (this.readsWaiting >= this.#options.limits.readsMax) return Promise.reject(new Busy());
    return new Promise((resolve, refuse) => {
      const lookNow = () => {
        try {
          const { exchange } = this.#options;
          const value = look(exchange);
          const { sequence } = exchange;
          if (sequence <= this.#tip.sequence) resolve({ value, sequence });
          else this.#reads.add({ sequence, settle: () => resolve({ value, sequence }), refuse });
        } catch (error) {
          refuse(error);
        }
      };
      if (atLeast <= this.#tip.batch) lookNow();
      else this.#later.push({ batch: atLeast, look: lookNow, refuse });
    });
  }

  /** Takes no more; resolves when everybody who waited is answered. */
  async stop(): Promise<void> {
    if (this.#state === 'open') this.#state = 'stopped';
    await this.#draining;
    for (const { refuse } of this.#later.splice(0)) refuse(new Stopped());
  }

  /** Stops for good. Nobody who waits is told that it went well: what of it is in the journal, the next start finds out. */
  fail(cause: unknown, where: FaultPlace): void {
    if (this.#state === 'faulted') return;
    this.#state = 'faulted';
    for (const { refuse } of [...this.#answering, ...this.#writing, ...this.#gathering, ...this.#later])
      refuse(new OutcomeUnknown());
    this.#answering = [];
    this.#writing = [];
    this.#gathering = [];
    this.#later = [];
    this.#echoes.refuseAll();
    this.#reads.refuseAll();
    this.#options.onFault(cause, where);
  }

  #ended(): Error {
    return this.#state === 'faulted' ? new OutcomeUnknown() : new Stopped();
  }

  #refusal(): Error | undefined {
    if (this.#state !== 'open') return this.#ended();
    const { waitingMax, waitingLengthMax } = this.#options.limits;
    return this.waiting >= waitingMax || this.#gatheredLength >= waitingLengthMax ? new Busy() : undefined;
  }

  #whenDurable(execution: Execution, text: string): Promise<CommandResult> {
    return new Promise((resolve, refuse) => {
      const { events } = execution;
      const settle = (batch: number) => resolve(resultOf(execution, batch));
      if (events.length === 0) {
        const { sequence } = this.#options.exchange;
        if (sequence <= this.#tip.sequence) settle(this.#tip.batch);
        else this.#echoes.add({ sequence, settle, refuse });
        return;
      }
      this.#gathering.push({ events, text, acceptedAt: this.#acceptedAt, settle, refuse });
      this.#gatheredLength += text.length;
      this.#draining ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    let write: Write | undefined;
    do {
      // Commands that arrive before the next turn of the event loop still come into this batch.
      if (!write) await new Promise((turn) => setImmediate(turn));
      write ??= this.#begin();
      if (write) write = await this.#answerAfter(write);
    } while (write || this.#gathering.length > 0);
    this.#draining = undefined;
  }

  /** Answers those of a write when it is done, with the next one on its way if many wait for it: the disk has work while the answers are written. */
  async #answerAfter({ batch, row, events, start, done }: Write): Promise<Write | undefined> {
    await done;
    // Everybody has been told by now.
    if (this.#state === 'faulted') return undefined;
    this.#tip = tipAfter(row, row.hash);
    this.#answering = batch;
    this.#writing = [];
    const next = this.#gathering.length >= this.#options.limits.batchWorthHurry ? this.#begin() : undefined;
    const { number, firstSequence, lastSequence, firstEvent, acceptedAt } = row;
    const seconds = (performance.now() - start) / 1_000;
    const committed = { number, firstSequence, lastSequence, firstEvent, events, acceptedAt };
    try {
      this.#options.onCommitted(committed, { commands: batch.length, seconds });
    } catch (error) {
      this.fail(error, 'core');
    }
    this.#answering = [];
    for (const { settle } of batch) settle(number);
    this.#release();
    return next;
  }

  /** Answers those who waited for what the journal has now. */
  #release(): void {
    this.#echoes.release(this.#tip);
    this.#reads.release(this.#tip);
    if (this.#later.length === 0) return;
    const due = this.#later.filter(({ batch }) => batch <= this.#tip.batch);
    this.#later = this.#later.filter(({ batch }) => batch > this.#tip.batch);
    for (const { look } of due) look();
  }

  /** Begins to write the next batch. Undefined when nothing is to be written, or nothing can be any more. */
  #begin(): Write | undefined {
    const batch = this.#cut();
    if (batch.length === 0) return undefined;
    this.#writing = batch;
    const start = performance.now();
    try {
      const { row, events } = rowAfter(this.#tip, batch);
      const done = this.#options.append(row).catch((error) => this.fail(error, 'journal'));
      return { batch, row, events, start, done };
    } catch (error) {
      this.fail(error, 'journal');
      return undefined;
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
