import type { TableWriter } from '#platform/database/insert-rows.ts';
import { digestQuery, type RangeDigest, rangeLength, type TableDigest } from './row-digest.ts';
import { count, few, type Queryable } from './verify-part.ts';

export interface ComparedTable<Row> {
  readonly writer: TableWriter<Row>;
  readonly digest: TableDigest<Row>;
  /** The column by which rows are put into ranges, or 0 for one range. */
  readonly range: string;
}

export interface Comparison {
  readonly rows: number;
  readonly problems: readonly string[];
}

/** Compares a table with the digest of what the journal says it should have. */
export async function compareTable<Row>(
  database: Queryable,
  { writer, digest, range }: ComparedTable<Row>,
): Promise<Comparison> {
  const { rows } = await database.query<{ range: number; count: number; sum: string }>(
    digestQuery(writer, range),
  );
  const expected = new Map(digest.ranges);
  const problems: string[] = [];
  for (const { range: number, count: found, sum } of rows) {
    const wanted = expected.get(number) ?? { count: 0, sum: 0n };
    expected.delete(number);
    if (wanted.count !== found || wanted.sum !== BigInt(sum))
      problems.push(difference(writer.table, { range, number, wanted, found }));
  }
  for (const [number, wanted] of expected)
    problems.push(difference(writer.table, { range, number, wanted, found: 0 }));
  return { rows: rows.reduce((sum, row) => sum + row.count, 0), problems: few(problems) };
}

interface Difference {
  readonly range: string;
  readonly number: number;
  readonly wanted: RangeDigest;
  readonly found: number;
}

function difference(table: string, { range, number, wanted, found }: Difference): string {
  const where =
    range === '0' ? '' : ` (${range} ${number * rangeLength} to ${(number + 1) * rangeLength - 1})`;
  return wanted.count === found
    ? `${table}${where} has rows that differ from what the journal says.`
    : `${table}${where} has ${count(found, 'row')} in place of ${wanted.count}.`;
}
