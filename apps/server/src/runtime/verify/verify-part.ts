import type { Exchange } from '@emporion/core';
import type pg from 'pg';
import type { CommittedBatch, JournalPosition } from '#platform/runtime.ts';

export type Queryable = Pick<pg.Pool, 'query'>;

/** What a part looks at: the exchange that a replay has brought to a batch, and the database as it was when the verification began. */
export interface Moment {
  readonly database: Queryable;
  /** From a replay of the journal alone. */
  readonly exchange: Exchange;
  readonly position: JournalPosition;
}

/** What a part found. Problems are sentences for an operator; none means that all agrees. */
export interface Finding {
  readonly summary: string;
  readonly problems: readonly string[];
}

/** One thing that must agree with the journal. */
export interface VerifyPart {
  readonly name: string;
  /** The batch after which it looks, such as the checkpoint of a projection; the last one unless it says. */
  at?(database: Queryable): Promise<number>;
  /** Called before the first batch. */
  prepare?(database: Queryable): Promise<void>;
  /** Called with every batch up to the one after which it looks. */
  onBatch?(batch: CommittedBatch): void;
  run(moment: Moment): Finding | Promise<Finding>;
}

/** More would be noise: what is broken is broken. */
const problemsMax = 10;

/** The first few problems, and how many more there are. */
export function few(problems: readonly string[]): string[] {
  const more = problems.length - problemsMax;
  return more > 0 ? [...problems.slice(0, problemsMax), `… and ${more} more`] : [...problems];
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}
