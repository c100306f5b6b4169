import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { whereAll } from '#platform/paging/conditions.ts';
import type { Page, PageRequest } from '#platform/paging/page.ts';
import type { MovementFilter } from './movement-filter.ts';
import { type MovementSource, movementSources, sourceTables } from './movement-sources.ts';

/** Where a movement is kept, and where it stands in the list. */
export interface ListedMovement {
  readonly source: MovementSource;
  /** Its UUID; event and line of the ledger; `t` and the number of a trade; or `s` and the number of a swap. */
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
    const { table, key } = sourceTables[source];
    const own = columnsOf(source);
    const order = [momentIn(source), ...own].map((column) => sql`${column} desc`);
    const prefix = prefixes[source];
    const id = sql`${prefix === undefined ? sql`` : sql`${sql.lit(prefix)} || `}${sql.join(own, sql` || '-' || `)}::text`;
    // Rows of one source and one millisecond go by their number, the newest first.
    const event = inMs.has(source) ? sql.ref(`${table}.${key[0]}`) : sql`0::bigint`;
    const line = source === 'ledger' ? sql`line` : sql`0::smallint`;
    return [
      sql`(select ${sql.lit(source)} as source, (${id})::text as id, ${msIn(source)} as at,
        ${sql.lit(movementSources.indexOf(source))} as place, ${event} as event, ${line} as line
        from ${sql.table(table)} ${whereAll(conditions)} order by ${sql.join(order)} limit ${limit + 1})`,
    ];
  });
  if (parts.length === 0) return undefined;
  return sql<ListedMovement>`
    select source, id, at::float8 as at from (${sql.join(parts, sql` union all `)}) as movements
    order by movements.at desc, place desc, event desc, line desc, id collate "C" desc limit ${limit + 1}
  `;
}

/** Tables whose moments are milliseconds, and whose rows are numbered. */
const inMs: ReadonlySet<MovementSource> = new Set(['ledger', 'trade', 'swap']);
/** What tells the numbers of sources apart. */
const prefixes: Partial<Record<MovementSource, string>> = { trade: 't', swap: 's' };

function columnsOf(source: MovementSource): RawBuilder<unknown>[] {
  const { table, key } = sourceTables[source];
  return key.map((column) => sql.ref(`${table}.${column}`));
}

/** The moment that a source is sorted by. A purchase with a card is listed from its payment on, a sale from its beginning. */
function momentIn(source: MovementSource): RawBuilder<unknown> {
  const { table, at } = sourceTables[source];
  return source === 'card'
    ? sql`coalesce(card_orders.paid_at, card_orders.created_at)`
    : sql.ref(`${table}.${at}`);
}

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
  const found = sourceTables[source].conditions(filter, decimals);
  if (filter.from !== undefined) found?.push(sql`${momentIn(source)} >= ${momentOf(source, filter.from)}`);
  if (filter.to !== undefined) found?.push(sql`${momentIn(source)} < ${momentOf(source, filter.to)}`);
  return found;
}

const msIn = (source: MovementSource) =>
  inMs.has(source) ? momentIn(source) : sql`(extract(epoch from ${momentIn(source)}) * 1000)::bigint`;

const momentOf = (source: MovementSource, ms: number) =>
  inMs.has(source) ? sql`${ms}::bigint` : sql`${new Date(ms).toISOString()}::timestamptz`;

/** What comes after the cursor in one source: of the same moment, all of the sources that come later, and of its own what comes after its key. */
function isAfter(source: MovementSource, after: ListedMovement): RawBuilder<unknown> {
  const moment = momentOf(source, after.at);
  if (source === after.source) {
    const [first, second] = after.id
      .slice(prefixes[source]?.length ?? 0)
      .split(source === 'ledger' ? '-' : '~');
    const place = [
      inMs.has(source) ? sql`${first}::bigint` : sql`${first}::uuid`,
      ...(second === undefined ? [] : [sql`${second}::smallint`]),
    ];
    return sql`(${sql.join([momentIn(source), ...columnsOf(source)])}) < (${sql.join([moment, ...place])})`;
  }
  const comesLater = movementSources.indexOf(source) < movementSources.indexOf(after.source);
  return sql`${momentIn(source)} ${comesLater ? sql`<=` : sql`<`} ${moment}`;
}

const ledgerId = /^[0-9]{1,16}-[0-9]{1,4}$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idShapes: Partial<Record<MovementSource, RegExp>> = {
  ledger: ledgerId,
  trade: /^t[0-9]{1,16}$/,
  swap: /^s[0-9]{1,16}$/,
};
/** The last millisecond that a date of JavaScript can name, and the year of the database that goes with it. */
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** @throws Problem unprocessable_entity with value_invalid on the field `cursor`, for what we never gave out. */
function readCursor(text: string): ListedMovement {
  const [time = '', name, id = ''] = text.split('~');
  const source = movementSources.find((each) => each === name);
  const at = /^[0-9]{1,15}$/.test(time) ? Number(time) : Number.NaN;
  if (source === undefined || !(idShapes[source] ?? uuid).test(id) || !(at <= latest))
    throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
  return { source, id, at };
}
