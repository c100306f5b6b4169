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
  // Only what was asked for, so that the database goes by the index of that and not through everybody's events.
  const conditions = [
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(event === undefined ? [] : [sql`event = ${event}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    sql`true`,
  ];
  const { rows } = await sql<SecurityEventRow>`
    select
      id, happened_at as "happenedAt", event, user_id as "userId", actor_id as "actorId", address, place, device, details
    from security_events
    where ${sql.join(conditions, sql` and `)}
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
