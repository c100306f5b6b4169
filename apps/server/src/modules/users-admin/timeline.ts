import type { TimelineEntry, userAdminEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { listActions } from '#modules/audit/index.ts';
import { requireSeen } from '#modules/trading/index.ts';
import { listMovements, movementFilterOf, movementHistories, readMovements } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import type { Sight } from './user-rows.ts';

type TimelineQuery = z.output<typeof userAdminEndpoints.timeline.query>;

interface Asked extends TimelineQuery {
  readonly userId: string;
  readonly sight: Sight;
}

/** An entry, and the place in its own list after which the next page goes on. */
interface Placed {
  readonly entry: TimelineEntry;
  readonly place: string;
}

/** Of each kind, the entries after a place, newest first. */
type Source = (
  platform: Platform,
  asked: Asked,
  after: string | undefined,
  limit: number,
) => Promise<Placed[]>;

const sources: Readonly<Record<TimelineEntry['kind'], Source>> = { staff, security, money };
const kinds = ['staff', 'security', 'money'] as const;

/**
 * All that happened in an account in one list. Each kind is read by its own index as far as the page could need, and they are merged by time; the cursor has a place
 * in each of them, so the deepest page costs as much as the first.
 *
 * @throws Problem unprocessable_entity for a cursor that is none; service_unavailable while the history of money is behind.
 */
export async function readTimeline(
  platform: Platform,
  asked: Asked,
): Promise<{ results: TimelineEntry[]; next: string | null }> {
  const { limit, kind, cursor } = asked;
  const places = new Map(cursor === undefined ? [] : placesOf(cursor));
  const lists = await Promise.all(
    kinds.map(async (name) =>
      kind === undefined || kind === name ? sources[name](platform, asked, places.get(name), limit + 1) : [],
    ),
  );
  // Ties keep the order of the kinds, which is the same on every page.
  const merged = lists
    .flat()
    .sort((one, other) =>
      one.entry.time < other.entry.time ? 1 : one.entry.time > other.entry.time ? -1 : 0,
    );
  const shown = merged.slice(0, limit);
  for (const { entry, place } of shown) places.set(entry.kind, place);
  return { results: shown.map(({ entry }) => entry), next: merged.length > limit ? cursorOf(places) : null };
}

/** What a cursor writes for a list of which nothing was shown yet. */
const none = 'x';
const placeShapes = {
  staff: /^[0-9]{1,15}$/,
  security: /^[0-9]{1,18}$/,
  money: /^[0-9]{1,15}:[a-z]+:[0-9a-fst-]+$/,
};

const cursorOf = (places: ReadonlyMap<string, string>) =>
  kinds.map((kind) => places.get(kind) ?? none).join('_');

function placesOf(cursor: string): [TimelineEntry['kind'], string][] {
  const parts = cursor.split('_');
  const isOurs =
    parts.length === kinds.length &&
    kinds.every((kind, index) => parts[index] === none || placeShapes[kind].test(parts[index] ?? ''));
  if (!isOurs) throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
  return kinds.flatMap((kind, index) => (parts[index] === none ? [] : [[kind, parts[index] ?? '']]));
}

const plain = {
  actor: null,
  reason: null,
  before: {},
  after: {},
  address: null,
  device: null,
  movement: null,
};

async function staff(
  { database }: Platform,
  { userId: user, from, to, sight }: Asked,
  cursor: string | undefined,
  limit: number,
): Promise<Placed[]> {
  const page = { filter: { user, from, to }, limit, cursor, personal: sight.persons };
  const { results } = await listActions(database.kysely, page);
  return results.map(({ number, time, action, actor, reason, before, after, address, device }) => ({
    place: String(number),
    entry: {
      ...{ ...plain, id: String(number), kind: 'staff', time, what: action, actor, reason },
      ...{ before, after, address, device },
    },
  }));
}

interface EventRow {
  readonly id: string;
  readonly happenedAt: Date;
  readonly event: string;
  readonly address: string | null;
  readonly device: string | null;
  readonly details: Record<string, unknown>;
}

/** What staff did is in the audit log, with more. */
async function security(
  { database }: Platform,
  { userId, from, to, sight }: Asked,
  before: string | undefined,
  limit: number,
): Promise<Placed[]> {
  const conditions = [
    sql`user_id = ${userId} and (actor_id is null or actor_id = user_id)`,
    ...(before === undefined ? [] : [sql`id < ${before}::bigint`]),
    ...(from === undefined ? [] : [sql`happened_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`happened_at < ${to}::timestamptz`]),
  ];
  const { rows } = await sql<EventRow>`
    select id::text, happened_at as "happenedAt", event, address, device, details from security_events
    where ${sql.join(conditions, sql` and `)} order by id desc limit ${limit}
  `.execute(database.kysely);
  return rows.map(({ id, happenedAt, event, address, device, details: { reason, ...after } }) => ({
    place: id,
    entry: {
      ...{ ...plain, id, kind: 'security', time: happenedAt.toISOString(), what: event },
      ...{ reason: typeof reason === 'string' ? reason : null, after },
      address: sight.persons ? address : null,
      device: sight.persons ? device : null,
    },
  }));
}

async function money(
  platform: Platform,
  { userId, from, to }: Asked,
  after: string | undefined,
  limit: number,
): Promise<Placed[]> {
  await requireSeen(platform, movementHistories);
  const decimals = await platform.view.read(({ coins }) => new Map(coins));
  const { rows } = await listMovements(platform.database.kysely, movementFilterOf(userId, { from, to }), {
    ...{ limit, cursor: after?.replaceAll(':', '~'), decimals },
  });
  const places = new Map(rows.map(({ at, source, id }) => [id, `${at}:${source}:${id}`]));
  return (await readMovements(platform, userId, rows)).map((movement) => ({
    place: places.get(movement.id) ?? '',
    entry: { ...plain, id: movement.id, kind: 'money', time: movement.date, what: movement.type, movement },
  }));
}
