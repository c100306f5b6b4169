import type { StaffRole } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { endSessions, lockRoles, type Origin, requireAnotherAdministrator } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

export interface RoleRemoval {
  readonly id: string;
  readonly role: StaffRole;
  readonly by: string;
  readonly reason: string;
  readonly origin: Origin;
}

/**
 * Takes a role from somebody, and answers with those that are left. One person does it: to take a right away must be quick, and to give one takes two.
 *
 * @throws Problem role_not_held, last_administrator.
 */
export async function removeRole(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { id, role, by, reason, origin }: RoleRemoval,
): Promise<StaffRole[]> {
  await lockRoles(transaction);
  const { rows } = await sql<{ roles: StaffRole[] }>`select roles from users where id = ${id}`.execute(
    transaction,
  );
  const before = rows[0]?.roles ?? [];
  if (!before.includes(role)) throw new Problem('role_not_held');
  if (role === 'administrator') await requireAnotherAdministrator(transaction, id);
  const after = before.filter((held) => held !== role);
  await sql`update users set roles = array_remove(roles, ${role}) where id = ${id}`.execute(transaction);
  await endSessions(transaction, platform, { userId: id, by: 'operator' });
  await recordStaffAction(transaction, platform, {
    ...{ action: 'role_removed', subjectId: id, actorId: by, origin, reason, object: `role:${role}` },
    ...{ before: { roles: before }, after: { roles: after } },
  });
  return after;
}
