import type { AuditEntry } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { whereAll } from '#platform/paging/conditions.ts';

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly user?: string | undefined;
  readonly action?: string | undefined;
  readonly approval?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface AuditPage {
  readonly filter: AuditFilter;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Whether the reader may see who people are. */
  readonly personal: boolean;
}

interface Row {
  readonly number: number;
  readonly happenedAt: Date;
  readonly action: string;
  readonly actorId: string;
  readonly actorName: string;
  readonly subjectId: string | null;
  readonly subjectName: string | null;
  readonly object: string | null;
  readonly approvalId: string | null;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
  readonly hash: string;
  readonly content: Personal | null;
  /** Usernames by id. */
  readonly names: Record<string, string> | null;
}

interface Personal {
  readonly reason: string | null;
  readonly address: string | null;
  readonly place: string | null;
  readonly device: string | null;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

/** Numbers count down, so a deep page costs what the first one does. */
function conditionsOf({ actor, user, action, approval, from, to }: AuditFilter): RawBuilder<unknown>[] {
  const when = (value: string | undefined, condition: RawBuilder<unknown>) =>
    value === undefined ? [] : [condition];
  /** Of an account by its id, or by the name that people know. */
  const by = (account = '') =>
    uuidPattern.test(account)
      ? sql`= ${account.toLowerCase()}`
      : sql`in (select id from users where lower(username) = lower(${account}))`;
  return [
    ...when(actor, sql`log.actor_id ${by(actor)}`),
    ...when(user, sql`log.subject_id ${by(user)}`),
    ...when(action, sql`log.action = ${action}`),
    ...when(approval, sql`log.approval_id = ${approval}`),
    ...when(from, sql`log.happened_at >= ${from}`),
    ...when(to, sql`log.happened_at < ${to}`),
  ];
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const numberPattern = /^[0-9]{1,15}$/;

/**
 * The newest come first. Answers one page and the cursor of the next.
 *
 * @throws Problem unprocessable_entity for a cursor that is none.
 */
export async function listActions(
  database: QueryExecutorProvider,
  { filter, limit, cursor, personal }: AuditPage,
): Promise<{ readonly results: AuditEntry[]; readonly next: string | null }> {
  if (cursor !== undefined && !numberPattern.test(cursor))
    throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
  const conditions = conditionsOf(filter);
  if (cursor !== undefined) conditions.push(sql`log.number < ${cursor}`);
  const { rows } = await sql<Row>`
    select log.number::float8 as number, happened_at as "happenedAt", action, actor_id as "actorId", users.username as "actorName",
      subject_id as "subjectId", (select username from users where id = subject_id) as "subjectName", object,
      approval_id as "approvalId", before, after, encode(hash, 'hex') as hash, content,
      -- Of what staff do, only tickets are handed to somebody.
      case when action like 'ticket%' then (
        select json_object_agg(id, username) from users
        where id in ((before ->> 'assignee')::uuid, (after ->> 'assignee')::uuid)
      ) end as names
    from audit_log as log join users on users.id = actor_id left join audit_personal as personal on personal.number = log.number
    ${whereAll(conditions)} order by log.number desc limit ${limit + 1}
  `.execute(database);
  const results = rows.slice(0, limit).map((row) => entryOf(row, personal));
  return { results, next: rows.length > limit ? (results.at(-1)?.number.toString() ?? null) : null };
}

export async function countActions(database: QueryExecutorProvider, filter: AuditFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::float8 as total from audit_log as log ${whereAll(conditionsOf(filter))}
  `.execute(database);
  return rows[0]?.total ?? 0;
}

function entryOf(row: Row, personal: boolean): AuditEntry {
  const { number, happenedAt, action, object, before, after, hash, content } = row;
  const shown = personal ? content : null;
  return {
    ...{ number, time: happenedAt.toISOString(), action, object },
    actor: { id: row.actorId, username: row.actorName },
    user: row.subjectId,
    username: row.subjectName,
    approval: row.approvalId,
    reason: content?.reason ?? null,
    before: { ...before, ...shown?.before },
    after: { ...after, ...shown?.after },
    names: row.names ?? {},
    address: shown?.address ?? null,
    place: shown?.place ?? null,
    device: shown?.device ?? null,
    erased: content === null,
    hash,
  };
}
