import type { Dashboard } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';

type People = NonNullable<Dashboard['people']>;

/** Who came in the last day. What is counted is bounded by the day, but for the users themselves, whom the planner knows well enough. */
export async function readPeople(db: QueryExecutorProvider, now: Date): Promise<People> {
  const dayAgo = sql`${now}::timestamptz - interval '1 day'`;
  const { rows } = await sql<People>`
    select
      (select case when reltuples < 10000 then (select count(*) from users) else reltuples end
        from pg_class where oid = 'users'::regclass)::int as users,
      (select count(*) from users where created_at > ${dayAgo})::int as registered,
      (select count(*) from security_events where event = 'login_succeeded' and happened_at > ${dayAgo})::int as logins,
      (select count(*) from security_events where event = 'login_failed' and happened_at > ${dayAgo})::int as failed_logins
  `.execute(db);
  const [people] = rows;
  if (!people) throw new Error('A query without a condition gave no row.');
  return people;
}
