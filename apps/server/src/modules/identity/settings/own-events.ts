import { type QueryExecutorProvider, sql } from 'kysely';

export interface OwnEvent {
  readonly id: bigint;
  readonly happenedAt: Date;
  readonly event: string;
  readonly device: string | null;
  readonly address: string | null;
  readonly place: string | null;
}

/** From where its owner or a stranger did it. Where staff are, and with what, is theirs. */
export const ownOrigin = sql.join(
  ['device', 'address', 'place'].map(
    (column) =>
      sql`case when actor_id is null or actor_id = user_id then ${sql.ref(column)} end as ${sql.ref(column)}`,
  ),
);

/** What happened to an account, newest first. */
export async function listOwnEvents(
  db: QueryExecutorProvider,
  { userId, limit, offset }: { userId: string; limit: number; offset: number },
): Promise<{ events: OwnEvent[]; total: number }> {
  const { rows: events } = await sql<OwnEvent>`
    select id, happened_at as "happenedAt", event, ${ownOrigin} from security_events
    where user_id = ${userId} order by id desc limit ${limit} offset ${offset}
  `.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from security_events where user_id = ${userId}
  `.execute(db);
  return { events, total: counts[0]?.total ?? 0 };
}
