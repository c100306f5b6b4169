import type { AuditEntry } from '@emporion/contracts/rest';
import type { Queryable } from '#platform/database/database.ts';
import { Problem } from '#platform/http/problem.ts';

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
}

interface Personal {
  readonly reason: string | null;
  readonly address: string | null;
  readonly place: string | null;
  readonly device: string | null;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

/** The conditions and their values; numbers count down, so a deep page costs what the first one does. */
function conditionsOf({ actor, user, action, approval, from, to }: AuditFilter, values: unknown[]): string[] {
  const put = (condition: string, value: string | undefined) => {
    if (value === undefined) return [];
    values.push(value);
    return [`${condition} $${values.length}`];
  };
  /** Of an account by its id, or by the name that people know. */
  const by = (column: string, account: string | undefined) => {
    if (account === undefined || uuidPattern.test(account)) return put(`${column} =`, account?.toLowerCase());
    values.push(account);
    return [`${column} IN (SELECT id FROM users WHERE lower(username) = lower($${values.length}))`];
  };
  return [
    ...by('log.actor_id', actor),
    ...by('log.subject_id', user),
    ...put('log.action =', action),
    ...put('log.approval_id =', approval),
    ...put('log.happened_at >=', from),
    ...put('log.happened_at <', to),
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
  database: Queryable,
  { filter, limit, cursor, personal }: AuditPage,
): Promise<{ readonly results: AuditEntry[]; readonly next: string | null }> {
  if (cursor !== undefined && !numberPattern.test(cursor))
    throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
  const values: unknown[] = [limit + 1];
  const conditions = conditionsOf(filter, values);
  if (cursor !== undefined) {
    values.push(cursor);
    conditions.push(`log.number < $${values.length}`);
  }
  const { rows } = await database.query<Row>(
    `SELECT log.number::float8 AS number, happened_at AS "happenedAt", action, actor_id AS "actorId", users.username AS "actorName",
       subject_id AS "subjectId", (SELECT username FROM users WHERE id = subject_id) AS "subjectName", object, approval_id AS "approvalId", before, after, encode(hash, 'hex') AS hash, content
     FROM audit_log AS log JOIN users ON users.id = actor_id LEFT JOIN audit_personal AS personal ON personal.number = log.number
     ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`} ORDER BY log.number DESC LIMIT $1`,
    values,
  );
  const results = rows.slice(0, limit).map((row) => entryOf(row, personal));
  return { results, next: rows.length > limit ? (results.at(-1)?.number.toString() ?? null) : null };
}

export async function countActions(database: Queryable, filter: AuditFilter): Promise<number> {
  const values: unknown[] = [];
  const conditions = conditionsOf(filter, values);
  const { rows } = await database.query<{ total: number }>(
    `SELECT count(*)::float8 AS total FROM audit_log AS log ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`,
    values,
  );
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
    address: shown?.address ?? null,
    place: shown?.place ?? null,
    device: shown?.device ?? null,
    erased: content === null,
    hash,
  };
}
