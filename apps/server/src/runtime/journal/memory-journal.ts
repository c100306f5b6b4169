import type { ExchangeLimits } from '@emporion/core';
import { StartupError } from '#platform/startup/startup-error.ts';
import { hashOfOrigin, textOfLimits } from './chain.ts';
import { Journal, type JournalStore, type JournalWriter, type WriterTerms } from './journal.ts';
import type { Origin } from './origin.ts';
import type { JournalRow } from './tip.ts';

const pageRowsMax = 100;

/**
 * Rows in memory, for tests: the same codec, the same chain of hashes and the same fence as in a database. Its rows outlive a writer, as a
 * disk does.
 */
export class MemoryStore implements JournalStore {
  readonly rows: JournalRow[] = [];
  #origin: Origin | undefined;
  #locked = false;

  async readOrigin(): Promise<Origin | undefined> {
    return this.#origin;
  }

  async ensureOrigin(limits: ExchangeLimits): Promise<Origin> {
    this.#origin ??= { limits, hash: hashOfOrigin(textOfLimits(limits)) };
    return this.#origin;
  }

  async pageAfter(after: number, limit = pageRowsMax) {
    const most = Math.min(limit, pageRowsMax);
    const rows = this.rows.slice(after, after + most);
    return { rows, isFull: rows.length === most };
  }

  async rowAt(number: number): Promise<JournalRow | undefined> {
    return this.rows[number - 1];
  }

  async lastRow(): Promise<JournalRow | undefined> {
    return this.rows.at(-1);
  }

  async openWriter(_terms: WriterTerms): Promise<JournalWriter> {
    if (this.#locked) throw new StartupError('Another writer has this journal.');
    this.#locked = true;
    return {
      append: async (row) => this.append(row),
      close: async () => {
        this.#locked = false;
      },
    };
  }

  /** The fence: a number is taken once. The code is the one that PostgreSQL has for it. */
  append(row: JournalRow): void {
    if (row.number !== this.rows.length + 1)
      throw Object.assign(new Error(`Batch ${row.number} is taken.`), { code: '23505' });
    this.rows.push(row);
  }
}

export function memoryJournal(): Journal {
  return new Journal(new MemoryStore());
}
