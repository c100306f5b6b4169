import type { QueryResultRow } from 'pg';
import type { Queryable } from '#platform/database/database.ts';

/** Which page of a list, counted from 1. Further back than `pagesMax` nobody leafs by number; lists over HTTP go on by cursor. */
export interface NumberedPage {
  readonly page: number;
  readonly pageSize: number;
  readonly pagesMax: number;
}

/** Parts of a query, none of which a caller of the API has written. */
interface Listing {
  readonly columns: string;
  readonly table: string;
  readonly where: string;
  /** Conditions of which every row fulfils one, where an index has the rows of each in order but none has all of them. */
  readonly parts?: readonly string[];
  readonly values: unknown[];
  readonly order: string;
}

/** The rows of one page, and how many pages there are, counted no further than the last that can be asked for. */
export async function readNumberedPage<Row extends QueryResultRow>(
  database: Queryable,
  { columns, table, where, values, order, parts = ['true'] }: Listing,
  { page, pageSize, pagesMax }: NumberedPage,
): Promise<{ rows: Row[]; pages: number }> {
  const skipped = (Math.min(page, pagesMax) - 1) * pageSize;
  const newest = (part: string) =>
    `(SELECT * FROM ${table} AS listed WHERE ${where} AND ${part} ORDER BY ${order} LIMIT ${skipped + pageSize})`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    database.query<Row>(
      `SELECT ${columns} FROM (${parts.map(newest).join(' UNION ALL ')}) AS listed
       ORDER BY ${order} LIMIT ${pageSize} OFFSET ${skipped}`,
      values,
    ),
    database.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM (SELECT FROM ${table} AS listed WHERE ${where} LIMIT ${pageSize * pagesMax}) AS counted`,
      values,
    ),
  ]);
  return { rows, pages: Math.ceil((counted[0]?.count ?? 0) / pageSize) };
}
