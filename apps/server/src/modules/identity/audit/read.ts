import { type QueryExecutorProvider, sql } from 'kysely';

export interface SecurityEventRow {
  readonly id: bigint;
  readonly happenedAt: Date;
  readonly event: string;
  readonly userId: string | null;
  readonly actorId: string | null;
  readonly address: string | null;
  readonly place: string | null;
  readonly device: string | null;
  readonly details: Record<string, unknown>;
}

export interface AuditQuery {
  readonly userId?: string | undefined;
  readonly event?: string | undefined;
  readonly limit: number;
  readonly offset: number;
  /** The id after which the page goes on, downwards. */
  readonly before?: string | undefined;
}

/** The newest come first. */
export async function readSecurityEvents(
  db: QueryExecutorProvider,
  { userId, event, limit, offset, before }: AuditQuery,
): Promise<SecurityEventRow[]> {
  const { rows } = await sql<SecurityEventRow>`
    select
      id, happened_at as "happenedAt", event, user_id as "userId", actor_id as "actorId", address, place, device, details
    from security_events
    where (${userId ?? null}::uuid is null or user_id = ${userId ?? null}::uuid)
      and (${event ?? null}::text is null or event = ${event ?? null})
      and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
    order by id desc limit ${limit} offset ${offset}
  `.execute(db);
  return rows;
}

export async function countSecurityEvents(db: QueryExecutorProvider, userId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from security_events where user_id = ${userId}
  `.execute(db);
  return rows[0]?.total ?? 0;
}
