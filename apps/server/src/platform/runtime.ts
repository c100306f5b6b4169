import type { Command, Exchange, ExchangeEvent, Outcome } from '@emporion/core';

/** A command before the sequencer has stamped it with the time at which it was accepted. */
export type CommandRequest = Command extends infer Each
  ? Each extends Command
    ? Omit<Each, 'acceptedAt'>
    : never
  : never;

/**
 * What became of a command, whether it was only the repetition of an earlier one with the same key and input, and a batch of the journal
 * that has it: a view that is at least there shows it.
 */
export type CommandResult = Outcome & { readonly repeated: boolean; readonly batch: number };

/** How far the journal has come: its last batch, command and event, and the hash that stands for all of it. */
export interface JournalPosition {
  readonly batch: number;
  readonly sequence: number;
  readonly event: number;
  /** 64 hexadecimal digits. */
  readonly hash: string;
  /** When the last command was accepted, in milliseconds since 1970. */
  readonly acceptedAt: number;
}

/** A batch of the journal, in which every command begins with its `CommandAccepted` or `CommandRejected`. */
export interface CommittedBatch {
  readonly number: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** The number of its first event; the others follow without gaps. */
  readonly firstEvent: number;
  readonly events: readonly ExchangeEvent[];
  /** When its last command was accepted, in milliseconds since 1970. */
  readonly acceptedAt: number;
}

/** What a follower begins with: everything up to a command (a look at the exchange), or up to a whole batch (stored history). */
export type Seed = { readonly sequence: number } | { readonly batch: number };

export interface BatchFollower {
  /** For the log. */
  readonly name: string;
  /**
   * What happens when `apply` throws. What people are answered from must never be wrong and go on: the process stops, or it is seeded anew. What only
   * notifies is logged, and goes on.
   */
  readonly whenItFails: 'stop' | 'reseed' | 'log';
  /** Fills it with what is known, over whatever it had. */
  seed(): Promise<Seed>;
  /** Every batch after the seed, once and in order; of the first, perhaps only the commands that the seed did not contain. It must be quick. */
  apply(batch: CommittedBatch): void;
}

export interface Following {
  /** Resolves when it is at the end of the journal; rejects when it could not begin and has to stop the process. */
  readonly ready: Promise<void>;
  /** False before that, and while it is seeded anew. */
  readonly isReady: boolean;
  stop(): void;
}

export interface ReadOptions {
  /** The view must have come to this batch before it looks; one that `execute` answered with shows one's own command. */
  readonly atLeast?: number;
}

/** What was seen, and the last command that is in it. Whoever goes on with the journal from here leaves out everything up to that command. */
export interface Seen<Value> {
  readonly value: Value;
  readonly sequence: number;
}

/**
 * The exchange for whoever looks at it: durable, and the same in the process that trades and in one that only follows the journal. Nobody may
 * keep what `look` is handed, for the exchange goes on changing; what it returns must be its own.
 */
export interface ExchangeView {
  /** @throws Stopped, OutcomeUnknown; Busy when too many look already, or the batch does not come. */
  read<Value>(look: (exchange: Exchange) => Value, options?: ReadOptions): Promise<Value>;
  /** The same for whoever seeds something with it and then follows the journal. */
  readAt<Value>(look: (exchange: Exchange) => Value, options?: ReadOptions): Promise<Seen<Value>>;
}

/** The exchange, kept durable. In its own process it is also the view of it. */
export interface Runtime extends ExchangeView {
  /**
   * Carries a command out, and resolves with what became of it once that is durable. A rejection of the core is a result, not an error.
   *
   * @throws Busy when too many commands wait already: nothing happened. OutcomeUnknown when the journal failed: it may or may not have
   * happened, and the same key asks again. Stopped when the runtime takes no more commands: nothing happened.
   */
  execute(command: CommandRequest): Promise<CommandResult>;
  /**
   * Calls the listener with every batch from now on, in order, once it is durable. Models that are kept by `follow` have the batch already, and
   * its callers are not answered yet; so a listener must be quick. What it throws is logged and hurts nobody. Returns the function that ends it.
   */
  onCommitted(listener: (batch: CommittedBatch) => void): () => void;
  /**
   * Keeps something in memory from the journal. What answers people (`stop`, `reseed`) gets a batch before any listener and before the batch's callers are
   * answered, whatever was added first: whoever was answered finds their own command in it.
   */
  follow(follower: BatchFollower): Following;
  /** What is durable. */
  readonly position: JournalPosition;
  /** False for good once the journal has failed or the runtime was stopped. */
  readonly healthy: boolean;
  /** Takes no more commands, and resolves when those it took are durable and answered. */
  stop(): Promise<void>;
}

export type EngineFaultCode = 'busy' | 'stopped' | 'outcome_unknown';

/** Why the engine did not answer. What that is on the wire is the platform's business. */
export class EngineFault extends Error {
  override readonly name: string = 'EngineFault';
  readonly code: EngineFaultCode;

  constructor(code: EngineFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Too many wait for the journal. Nothing happened; the caller may try again in a moment. */
export class Busy extends EngineFault {
  override readonly name = 'Busy';

  constructor() {
    super('busy', 'too many wait for the journal');
  }
}

/** This process takes no commands, or no more. Nothing happened. */
export class Stopped extends EngineFault {
  override readonly name = 'Stopped';

  constructor() {
    super('stopped', 'the exchange takes no commands here');
  }
}

/** The journal failed while the command was on its way into it. Whoever asks again with the same key learns what became of it. */
export class OutcomeUnknown extends EngineFault {
  override readonly name = 'OutcomeUnknown';

  constructor() {
    super('outcome_unknown', 'the journal failed, and nobody knows what became of the command');
  }
}
