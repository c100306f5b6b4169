import { capabilitiesOf } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Origin } from '../origins/origin.ts';
import type { User } from '../users/users.ts';

/**
 * Whether somebody of the staff still may what their call was let in for, with their account locked: a role that was taken away while the call was under way
 * counts no more, nor does a session that was ended.
 *
 * @throws Problem not_found, as for whoever never had the right.
 */
export async function requireStanding(
  transaction: QueryExecutorProvider,
  { id, roles, status }: User,
  { admission }: Origin,
): Promise<void> {
  if (!admission || status !== 'active' || !capabilitiesOf(roles).has(admission.capability))
    throw new Problem('not_found');
  const { rows } = await sql`
    select from user_sessions where id = ${admission.sessionId} and user_id = ${id} and ended_at is null and second_factor
  `.execute(transaction);
  if (rows.length === 0) throw new Problem('not_found');
}
