import { type QueryExecutorProvider, sql } from 'kysely';

export interface OwnEvent {
  readonly id: bigint;
  readonly happenedAt: Date;
  readonly event: string;
  readonly device: string | null;
  readonly address: string | null;
  readonly place: string | null;
}

/** What happened to an account, newest first. */
export async function listOwnEvents(
  db: QueryExecutorProvider,
  { userId, limit, offset }: { userId: string; limit: number; offset: number },
): Promise<{ events: OwnEvent[]; total: number }> {
  const { rows: events } = await sql<OwnEvent>`
    select id, happened_at as "happenedAt", event, device, address, place from security_events
    where user_id = ${userId} order by id desc limit ${limit} offset ${offset}
  `.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from security_events where user_id = ${userId}
  `.execute(db);
  return { events, total: counts[0]?.total ?? 0 };
}
