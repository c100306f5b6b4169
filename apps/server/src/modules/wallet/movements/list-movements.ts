import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { whereAll } from '#platform/paging/conditions.ts';
import type { Page, PageRequest } from '#platform/paging/page.ts';
import type { MovementFilter } from './movement-filter.ts';
import { type MovementSource, movementSources, sourceTables } from './movement-sources.ts';

/** Where a movement is kept, and where it stands in the list. */
export interface ListedMovement {
  readonly source: MovementSource;
  /** Its UUID, or event and line of the ledger. */
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

type Decimals = ReadonlyMap<string, number>;

/**
 * A page of movements, the newest first. Each source gives so many by its own index, and the newest of those are the page: so the deepest page costs as much as
 * the first, however many there are.
 */
export async function listMovements(
  database: QueryExecutorProvider,
  filter: MovementFilter,
  { limit, cursor, decimals }: PageRequest & { readonly decimals: Decimals },
): Promise<Page<ListedMovement>> {
  const query = movementsQuery(filter, { limit, cursor, decimals });
  if (query === undefined) return { rows: [], next: null };
  const { rows } = await query.execute(database);
  const last = rows[limit - 1];
  return rows.length > limit && last
    ? { rows: rows.slice(0, limit), next: `${last.at}~${last.source}~${last.id}` }
    : { rows, next: null };
}

/** Undefined when the filter fits nothing that there could be. */
export function movementsQuery(
  filter: MovementFilter,
  { limit, cursor, decimals }: PageRequest & { readonly decimals: Decimals },
): RawBuilder<ListedMovement> | undefined {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const parts = movementSources.flatMap((source) => {
    const conditions = conditionsOf(source, filter, decimals);
    if (conditions === undefined) return [];
    if (after) conditions.push(isAfter(source, after));
    const { table, at, key } = sourceTables[source];
    const order = [at, ...key].map((column) => sql`${sql.ref(`${table}.${column}`)} desc`);
    const place = source === 'ledger' ? sql`event, line` : sql`0::bigint as event, 0::smallint as line`;
    return [
      sql`(select ${sql.lit(source)} as source, ${sql.join(columnsOf(key), sql` || '-' || `)}::text as id, ${msOf(at)} as at,
        ${sql.lit(movementSources.indexOf(source))} as place, ${place}
        from ${sql.table(table)} ${whereAll(conditions)} order by ${sql.join(order)} limit ${limit + 1})`,
    ];
  });
  if (parts.length === 0) return undefined;
  return sql<ListedMovement>`
    select source, id, at::float8 as at from (${sql.join(parts, sql` union all `)}) as movements
    order by movements.at desc, place desc, event desc, line desc, id collate "C" desc limit ${limit + 1}
  `;
}

const columnsOf = (names: readonly string[]) => names.map((name) => sql.ref(name));

/** How many movements a filter fits. */
export async function countMovements(
  database: QueryExecutorProvider,
  filter: MovementFilter,
  decimals: Decimals,
): Promise<number> {
  const parts = movementSources.flatMap((source) => {
    const conditions = conditionsOf(source, filter, decimals);
    const { table } = sourceTables[source];
    return conditions === undefined
      ? []
      : [sql`(select count(*) as count from ${sql.table(table)} ${whereAll(conditions)})`];
  });
  if (parts.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select sum(count)::float8 as count from (${sql.join(parts, sql` union all `)}) as counted
  `.execute(database);
  return rows[0]?.count ?? 0;
}

function conditionsOf(
  source: MovementSource,
  filter: MovementFilter,
  decimals: Decimals,
): RawBuilder<unknown>[] | undefined {
  const { at, conditions } = sourceTables[source];
  const found = conditions(filter, decimals);
  if (filter.from !== undefined) found?.push(sql`${sql.ref(at)} >= ${momentOf(at, filter.from)}`);
  if (filter.to !== undefined) found?.push(sql`${sql.ref(at)} < ${momentOf(at, filter.to)}`);
  return found;
}

const msOf = (column: string) =>
  column === 'at' ? sql`at` : sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;

const momentOf = (column: string, ms: number) =>
  column === 'at' ? sql`${ms}` : sql`${new Date(ms).toISOString()}::timestamptz`;

/** What comes after the cursor in one source: of the same moment, all of the sources that come later, and of its own what comes after its key. */
function isAfter(source: MovementSource, after: ListedMovement): RawBuilder<unknown> {
  const { at, key } = sourceTables[source];
  const moment = momentOf(at, after.at);
  if (source === after.source) {
    const parts = source === 'ledger' ? after.id.split('-') : [after.id];
    const types = source === 'ledger' ? ['bigint', 'smallint'] : ['uuid'];
    const place = parts.map((part, index) => sql`${part}::${sql.raw(types[index] ?? '')}`);
    return sql`(${sql.join(columnsOf([at, ...key]))}) < (${sql.join([moment, ...place])})`;
  }
  const comesLater = movementSources.indexOf(source) < movementSources.indexOf(after.source);
  return sql`${sql.ref(at)} ${comesLater ? sql`<=` : sql`<`} ${moment}`;
}

const ledgerId = /^[0-9]{1,16}-[0-9]{1,4}$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The last millisecond that a date of JavaScript can name, and the year of the database that goes with it. */
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** @throws Problem unprocessable_entity with value_invalid on the field `cursor`, for what we never gave out. */
function readCursor(text: string): ListedMovement {
  const [time = '', name, id = ''] = text.split('~');
  const source = movementSources.find((each) => each === name);
  const at = /^[0-9]{1,15}$/.test(time) ? Number(time) : Number.NaN;
  const isOurs = (source === 'ledger' ? ledgerId : uuid).test(id) && at <= latest;
  if (source === undefined || !isOurs)
    throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
  return { source, id, at };
}
