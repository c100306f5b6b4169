import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** Which page of a list, counted from 1. Further back than `pagesMax` nobody leafs by number; lists over HTTP go on by cursor. */
export interface NumberedPage {
  readonly page: number;
  readonly pageSize: number;
  readonly pagesMax: number;
}

interface Listing {
  readonly columns: RawBuilder<unknown>;
  readonly table: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** Conditions of which every row fulfils one, where an index has the rows of each in order but none has all of them. */
  readonly parts?: readonly RawBuilder<unknown>[];
  readonly order: RawBuilder<unknown>;
}

/** The rows of one page, and how many pages there are, counted no further than the last that can be asked for. */
export async function readNumberedPage<Row>(
  database: QueryExecutorProvider,
  { columns, table, where, order, parts = [sql`true`] }: Listing,
  { page, pageSize, pagesMax }: NumberedPage,
): Promise<{ rows: Row[]; pages: number }> {
  const skipped = (Math.min(page, pagesMax) - 1) * pageSize;
  const newest = (part: RawBuilder<unknown>) =>
    sql`(select * from ${table} as listed where ${where} and ${part} order by ${order} limit ${skipped + pageSize})`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Row>`
      select ${columns} from (${sql.join(parts.map(newest), sql` union all `)}) as listed
      order by ${order} limit ${pageSize} offset ${skipped}
    `.execute(database),
    sql<{ count: number }>`
      select count(*)::integer as count
      from (select from ${table} as listed where ${where} limit ${pageSize * pagesMax}) as counted
    `.execute(database),
  ]);
  return { rows, pages: Math.ceil((counted[0]?.count ?? 0) / pageSize) };
}
