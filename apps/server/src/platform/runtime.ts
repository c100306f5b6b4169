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
   * Calls the listener with every batch from now on, in order, once it is durable and before its callers are answered: who was answered finds
   * what listeners keep up to date. So a listener must be quick. What it throws is logged and hurts nobody. Returns the function that ends it.
   */
  onCommitted(listener: (batch: CommittedBatch) => void): () => void;
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
