import type { Database } from '../apps/server/src/platform/database/database.ts';

/** A list of the back office, filled with as many rows as it is to hold. */
export interface StaffList {
  readonly name: string;
  readonly rows: number;
  fill(database: Database): Promise<void>;
  page(database: Database, cursor?: string): Promise<{ readonly rows: readonly unknown[] }>;
  /** The cursor after which the last whole page comes, and how many rows are before that page. */
  deepest(database: Database): Promise<{ readonly cursor: string; readonly offset: number }>;
  byOffset(database: Database, offset: number): Promise<unknown>;
  /** Pages that people ask for, by name. */
  readonly filtered: Readonly<Record<string, (database: Database) => Promise<unknown>>>;
}

/** Rows of a page. */
export const pageRows = 50;
