import { type QueryExecutorProvider, sql } from 'kysely';

export interface OpenSession {
  readonly id: string;
  readonly device: string;
  readonly address: string;
  readonly place: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** Many more than a person has, and few enough to read at once. */
const sessionsMax = 200;

/** One that was idle for longer than its owner allows is over, even before anybody notices at its next use. */
export async function listOpenSessions(
  db: QueryExecutorProvider,
  { userId, now }: { userId: string; now: Date },
): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select s.id, s.device, s.address, s.place, s.created_at as "createdAt", s.last_used_at as "lastUsedAt"
    from user_sessions s join users u on u.id = s.user_id
    where s.user_id = ${userId} and s.ended_at is null and s.expires_at > ${now}
      and (
        u.auto_logout_seconds = 0
        or s.last_used_at + make_interval(secs => u.auto_logout_seconds) > ${now}
      )
    order by s.last_used_at desc, s.id
    limit ${sessionsMax}
  `.execute(db);
  return rows;
}
