import { createHash } from 'node:crypto';
import type { Column, TableWriter } from '#platform/database/insert-rows.ts';

/** So many rows of a table are compared as one; a difference is reported by the range it lies in. */
export const rangeLength = 100_000;
/** Fifteen hexadecimal digits: they fit PostgreSQL's bigint. */
const digits = 15;
const nothing = '~';

/** How many rows a range has, and the sum of their hashes: the order in which they come does not matter. */
export interface RangeDigest {
  count: number;
  sum: bigint;
}

/** The rows of one table, by range, without keeping them. */
export class TableDigest<Row> {
  readonly ranges = new Map<number, RangeDigest>();
  readonly #columns: readonly Column<Row>[];
  readonly #range: (row: Row) => number;

  constructor({ columns }: TableWriter<Row>, range: (row: Row) => number) {
    this.#columns = columns;
    this.#range = range;
  }

  /** Of rows that are all at hand; by one range unless told otherwise. */
  static of<Row>(
    table: TableWriter<Row>,
    rows: Iterable<Row>,
    range: (row: Row) => number = () => 0,
  ): TableDigest<Row> {
    const digest = new TableDigest(table, range);
    for (const row of rows) digest.add(row);
    return digest;
  }

  add(row: Row): void {
    const number = Math.floor(this.#range(row) / rangeLength);
    const digest = this.ranges.get(number) ?? { count: 0, sum: 0n };
    const text = this.#columns.map(([, , value]) => value(row) ?? nothing).join('|');
    digest.count += 1;
    digest.sum += BigInt(`0x${createHash('md5').update(text).digest('hex').slice(0, digits)}`);
    this.ranges.set(number, digest);
  }
}

/** The query that computes the same of the table. `range` is the column by which rows are put into ranges, or 0 for one range. */
export function digestQuery<Row>({ table, columns }: TableWriter<Row>, range: string): string {
  const parts = columns.map(([name]) => `coalesce(${name}::text, '${nothing}')`).join(', ');
  const hash = `('x' || left(md5(concat_ws('|', ${parts})), ${digits}))::bit(${digits * 4})::bigint`;
  return `SELECT floor(${range} / ${rangeLength})::float8 AS range, count(*)::float8 AS count, sum(${hash})::text AS sum
    FROM ${table} GROUP BY 1`;
}
