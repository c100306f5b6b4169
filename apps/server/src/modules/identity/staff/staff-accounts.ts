import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

/** Whether an account has a role of staff, whatever session asks. */
export async function isStaff(db: QueryExecutorProvider, userId: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${userId} and roles <> '{}'`.execute(db);
  return rows.length > 0;
}

/**
 * Lets one change of roles happen at a time, until the transaction ends: two administrators who remove each other would otherwise both be the last but one.
 * Nobody waits for it, because each holds the row of an account that the other may need next.
 *
 * @throws Problem too_many_requests while another change is under way.
 */
export async function lockRoles(transaction: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('staff roles')) as "isMine"
  `.execute(transaction);
  if (!rows[0]?.isMine) throw new Problem('too_many_requests', { retryAfterSeconds: 1 });
}

/**
 * To be called under `lockRoles`, before an administrator goes.
 *
 * @throws Problem last_administrator when nobody else could do what only administrators may.
 */
export async function requireAnotherAdministrator(
  transaction: QueryExecutorProvider,
  userId: string,
): Promise<void> {
  const { rows } = await sql`
    select from users
    where roles <> '{}' and 'administrator' = any (roles) and status = 'active' and id <> ${userId} limit 1
  `.execute(transaction);
  if (rows.length === 0) throw new Problem('last_administrator');
}
