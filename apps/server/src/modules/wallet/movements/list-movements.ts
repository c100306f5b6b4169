import type { Queryable } from '#platform/database/database.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Page, PageRequest } from '#platform/paging/page.ts';
import type { MovementFilter } from './movement-filter.ts';
import { type MovementSource, movementSources, QueryValues, sourceTables } from './movement-sources.ts';

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
  database: Queryable,
  filter: MovementFilter,
  { limit, cursor, decimals }: PageRequest & { readonly decimals: Decimals },
): Promise<Page<ListedMovement>> {
  const query = movementsQuery(filter, { limit, cursor, decimals });
  if (query === undefined) return { rows: [], next: null };
  const { rows } = await database.query<ListedMovement>(query.text, query.values);
  const last = rows[limit - 1];
  return rows.length > limit && last
    ? { rows: rows.slice(0, limit), next: `${last.at}~${last.source}~${last.id}` }
    : { rows, next: null };
}

/** Undefined when the filter fits nothing that there could be. */
export function movementsQuery(
  filter: MovementFilter,
  { limit, cursor, decimals }: PageRequest & { readonly decimals: Decimals },
): { text: string; values: unknown[] } | undefined {
  const values = new QueryValues();
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const count = values.add(limit + 1);
  const parts = movementSources.flatMap((source) => {
    const conditions = conditionsOf(source, filter, values, decimals);
    if (conditions === undefined) return [];
    if (after) conditions.push(isAfter(source, after, values));
    const { table, at, key } = sourceTables[source];
    const order = [at, ...key].map((column) => `${table}.${column} DESC`).join(', ');
    return `(SELECT '${source}' AS source, ${key.join(" || '-' || ")}::text AS id, ${msOf(at)} AS at,
      ${movementSources.indexOf(source)} AS place, ${source === 'ledger' ? 'event, line' : '0::bigint AS event, 0::smallint AS line'}
      FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ${count})`;
  });
  if (parts.length === 0) return undefined;
  return {
    text: `SELECT source, id, at::float8 AS at FROM (${parts.join(' UNION ALL ')}) AS movements
      ORDER BY movements.at DESC, place DESC, event DESC, line DESC, id COLLATE "C" DESC LIMIT ${count}`,
    values: values.list,
  };
}

/** How many movements a filter fits. */
export async function countMovements(
  database: Queryable,
  filter: MovementFilter,
  decimals: Decimals,
): Promise<number> {
  const values = new QueryValues();
  const parts = movementSources.flatMap((source) => {
    const conditions = conditionsOf(source, filter, values, decimals);
    return conditions === undefined
      ? []
      : `(SELECT count(*) AS count FROM ${sourceTables[source].table} WHERE ${conditions.join(' AND ')})`;
  });
  if (parts.length === 0) return 0;
  const { rows } = await database.query<{ count: number }>(
    `SELECT sum(count)::float8 AS count FROM (${parts.join(' UNION ALL ')}) AS counted`,
    values.list,
  );
  return rows[0]?.count ?? 0;
}

function conditionsOf(
  source: MovementSource,
  filter: MovementFilter,
  values: QueryValues,
  decimals: Decimals,
): string[] | undefined {
  const { at, conditions } = sourceTables[source];
  const found = conditions(filter, values, decimals);
  if (filter.from !== undefined) found?.push(`${at} >= ${momentOf(at, filter.from, values)}`);
  if (filter.to !== undefined) found?.push(`${at} < ${momentOf(at, filter.to, values)}`);
  return found;
}

const msOf = (column: string) => (column === 'at' ? 'at' : `(extract(epoch FROM ${column}) * 1000)::bigint`);

function momentOf(column: string, ms: number, values: QueryValues): string {
  return column === 'at' ? values.add(ms) : `${values.add(new Date(ms).toISOString())}::timestamptz`;
}

/** What comes after the cursor in one source: of the same moment, all of the sources that come later, and of its own what comes after its key. */
function isAfter(source: MovementSource, after: ListedMovement, values: QueryValues): string {
  const { at, key } = sourceTables[source];
  const moment = momentOf(at, after.at, values);
  if (source === after.source) {
    const parts = source === 'ledger' ? after.id.split('-') : [after.id];
    const types = source === 'ledger' ? ['bigint', 'smallint'] : ['uuid'];
    const place = parts.map((part, index) => `${values.add(part)}::${types[index]}`);
    return `(${at}, ${key.join(', ')}) < (${moment}, ${place.join(', ')})`;
  }
  const comesLater = movementSources.indexOf(source) < movementSources.indexOf(after.source);
  return `${at} ${comesLater ? '<=' : '<'} ${moment}`;
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
