import { type QueryExecutorProvider, sql } from 'kysely';

export interface SecurityEventRow {
  readonly id: bigint;
  readonly happenedAt: Date;
  readonly event: string;
  readonly userId: string | null;
  readonly username: string | null;
  readonly actorName: string | null;
  readonly actorId: string | null;
  readonly address: string | null;
  readonly place: string | null;
  readonly device: string | null;
  readonly details: Record<string, unknown>;
}

export interface AuditQuery {
  /** The id of an account or its name. */
  readonly user?: string | undefined;
  readonly event?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Whether what staff did to accounts is among them. */
  readonly withStaff: boolean;
  readonly limit: number;
  /** The id after which the page goes on, downwards. */
  readonly before?: string | undefined;
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const ofAccount = (user: string) =>
  uuidPattern.test(user)
    ? sql`user_id = ${user}`
    : sql`user_id = (select id from users where lower(username) = lower(${user}))`;

/** The newest come first. */
export async function readSecurityEvents(
  db: QueryExecutorProvider,
  { user, event, from, to, withStaff, limit, before }: AuditQuery,
): Promise<SecurityEventRow[]> {
  // Only what was asked for, so that the database goes by the index of that and not through everybody's events.
  const conditions = [
    ...(user === undefined ? [] : [ofAccount(user)]),
    ...(withStaff ? [] : [sql`(actor_id is null or actor_id = user_id)`]),
    ...(from === undefined ? [] : [sql`happened_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`happened_at < ${to}::timestamptz`]),
    ...(event === undefined ? [] : [sql`event = ${event}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    sql`true`,
  ];
  const { rows } = await sql<SecurityEventRow>`
    select shown.*, owner.username, actor.username as "actorName"
    from (
      select id, happened_at as "happenedAt", event, user_id as "userId", actor_id as "actorId", address, place, device, details
      from security_events
      where ${sql.join(conditions, sql` and `)}
      order by id desc limit ${limit}
    ) shown
    left join users owner on owner.id = shown."userId" left join users actor on actor.id = shown."actorId"
    order by shown.id desc
  `.execute(db);
  return rows;
}
