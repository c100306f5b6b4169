import { type QueryExecutorProvider, sql } from 'kysely';

/** Who of the staff last did this to an account, and why. The reason is gone once the person was erased. */
export async function lastActionOn(
  db: QueryExecutorProvider,
  { userId, action }: { readonly userId: string; readonly action: string },
): Promise<{ readonly by: string; readonly reason: string | null } | undefined> {
  const { rows } = await sql<{ by: string; reason: string | null }>`
    select username as by, content ->> 'reason' as reason
    from audit_log log join users on users.id = log.actor_id left join audit_personal using (number)
    where log.subject_id = ${userId} and log.action = ${action} order by number desc limit 1
  `.execute(db);
  return rows[0];
}
