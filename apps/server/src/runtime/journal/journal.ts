import type { ExchangeLimits } from '@emporion/core';
import { invariant } from '@emporion/kernel';
import { WakeSignal } from '#platform/concurrency/wake-signal.ts';
import type { CommittedBatch } from '#platform/runtime.ts';
import type { Origin } from './origin.ts';
import { BrokenJournal, batchAfter, type JournalRow, type Tip, tipAfter, tipOfOrigin } from './tip.ts';

/** A batch that was read and checked, and the end of the journal as it was after it. */
export interface JournalStep {
  readonly batch: CommittedBatch;
  readonly tip: Tip;
}

export interface JournalPage {
  readonly rows: readonly JournalRow[];
  /** A page that had room left was the last one there was when it was read. */
  readonly isFull: boolean;
}

/** What a place that keeps rows must be able to do. Everything else a journal does is the same wherever they lie. */
export interface JournalStore {
  readOrigin(): Promise<Origin | undefined>;
  /** Keeps an origin that is there already. */
  ensureOrigin(limits: ExchangeLimits): Promise<Origin>;
  /** The rows after batch `after` in their order, as many as fit a page and at most `limit`. */
  pageAfter(after: number, limit?: number): Promise<JournalPage>;
  rowAt(number: number): Promise<JournalRow | undefined>;
  lastRow(): Promise<JournalRow | undefined>;
  /** Missing where rows can only be read. */
  openWriter?(terms: WriterTerms): Promise<JournalWriter>;
}

/** The one who may append to the journal. */
export interface JournalWriter {
  /** Resolves when the row is durable. Whatever it throws, nobody knows whether the row is there: the process must stop. */
  append(row: JournalRow): Promise<void>;
  close(): Promise<void>;
}

export interface WriterTerms {
  /** Called once when the right to write is lost, also while nothing is being written. */
  readonly onLost: (cause: Error) => void;
}

export interface FollowOptions {
  /** The journal is followed from the batch after this one. */
  readonly after: number;
  readonly signal: AbortSignal;
  /** How often it is looked at when no wake-up comes: another process may write it. */
  readonly pollMs?: number;
}

const defaultPollMs = 50;

/** The journal for everybody who reads it. Who may append holds a `JournalWriter`. */
export class Journal {
  readonly #store: JournalStore;
  readonly #waiting = new Set<WakeSignal>();

  constructor(store: JournalStore) {
    this.#store = store;
  }

  /** Undefined when no exchange ever began here. */
  origin(): Promise<Origin | undefined> {
    return this.#store.readOrigin();
  }

  /** Gives a new journal its origin; one that has begun keeps its own. */
  begin(limits: ExchangeLimits): Promise<Origin> {
    return this.#store.ensureOrigin(limits);
  }

  /**
   * Takes the right to append. Whoever follows the journal in this process is woken by every row.
   *
   * @throws StartupError when somebody else has it.
   */
  async openWriter(terms: WriterTerms): Promise<JournalWriter> {
    invariant(this.#store.openWriter, 'this journal can only be read');
    const writer = await this.#store.openWriter(terms);
    return {
      append: async (row) => {
        await writer.append(row);
        this.wake();
      },
      close: () => writer.close(),
    };
  }

  /** Where the journal ends, without looking at what is before it. Undefined when it never began. */
  async tip(): Promise<Tip | undefined> {
    const last = await this.#store.lastRow();
    return last ? tipAfter(last, last.hash) : this.tipAt(0);
  }

  /** The tip as it was after batch `number`; number 0 is the origin. */
  async tipAt(number: number): Promise<Tip | undefined> {
    if (number === 0) {
      const origin = await this.#store.readOrigin();
      return origin && tipOfOrigin(origin.hash);
    }
    const row = await this.#store.rowAt(number);
    return row && tipAfter(row, row.hash);
  }

  /**
   * A page of the batches that follow batch `after` (0 for the first), at most `limit`. Each is checked against the batch before it.
   *
   * @throws BrokenJournal
   */
  async readFrom(after: number, limit?: number): Promise<CommittedBatch[]> {
    const { rows } = await this.#store.pageAfter(after, limit);
    if (rows.length === 0) return [];
    let tip = await this.#requireTip(after);
    return rows.map((row) => {
      const read = batchAfter(tip, row);
      tip = read.tip;
      return read.batch;
    });
  }

  /**
   * Everything after the tip that is there now, page by page. The next page is fetched while one is dealt with, unless the reader needs the
   * connection in between (`ahead: false`).
   *
   * @throws BrokenJournal
   */
  async *readAll(from: Tip, { ahead = true } = {}): AsyncGenerator<JournalStep> {
    let tip = from;
    for (let page: JournalPage | undefined = await this.#store.pageAfter(tip.batch); page; ) {
      const last: number = page.rows.at(-1)?.number ?? tip.batch;
      const early: Promise<JournalPage> | undefined =
        page.isFull && ahead ? this.#store.pageAfter(last) : undefined;
      // A reader that stops in the middle of a page never waits for the next one, whose failure is nobody's then.
      early?.catch(() => undefined);
      for (const row of page.rows) {
        const step = batchAfter(tip, row);
        tip = step.tip;
        yield step;
      }
      page = page.isFull ? await (early ?? this.#store.pageAfter(last)) : undefined;
    }
  }

  /**
   * Everything after a batch, and then every batch as it is committed, until the signal. Between batches it waits for a wake-up of this process,
   * and looks by itself now and then, because another process wakes nobody here.
   *
   * @throws BrokenJournal, and whatever the store throws.
   */
  async *follow({ after, signal, pollMs = defaultPollMs }: FollowOptions): AsyncGenerator<JournalStep> {
    const wake = new WakeSignal();
    const stop = () => wake.raise();
    signal.addEventListener('abort', stop);
    this.#waiting.add(wake);
    try {
      let tip = await this.#requireTip(after);
      while (!signal.aborted) {
        const { rows, isFull } = await this.#store.pageAfter(tip.batch);
        for (const row of rows) {
          if (signal.aborted) return;
          const step = batchAfter(tip, row);
          tip = step.tip;
          yield step;
        }
        if (!isFull && !signal.aborted) await wake.wait(pollMs);
      }
    } finally {
      signal.removeEventListener('abort', stop);
      this.#waiting.delete(wake);
    }
  }

  /** Tells those who follow in this process that the journal has grown. It costs nothing where nobody does. */
  wake(): void {
    for (const wake of this.#waiting) wake.raise();
  }

  async #requireTip(number: number): Promise<Tip> {
    const tip = await this.tipAt(number);
    if (!tip) throw new BrokenJournal(number, 'it is missing');
    return tip;
  }
}
