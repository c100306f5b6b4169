import type { Confirmation } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { recordStaffAction, type StaffAction } from '#modules/audit/index.ts';
import {
  lockRoles,
  lockUser,
  type Origin,
  recordSecurityEvent,
  requireConfirmation,
  type User,
} from '#modules/identity/index.ts';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

export interface UserChange {
  readonly caller: Caller;
  readonly id: string;
  /** Of the card that the caller decided by. */
  readonly version: number;
  readonly reason: string;
  readonly confirmation?: Confirmation | undefined;
  readonly origin: Origin;
}

export type Changed = Pick<StaffAction, 'action' | 'before' | 'after' | 'personal'>;

/**
 * One change of an account by one of the staff: what is changed, the fresh code that it takes and its entry in the audit log stand together or not at all. Whoever
 * decided on what another has changed since is told so.
 *
 * @throws Problem own_account, account_not_found, changed_meanwhile, and those of the work and of the code.
 */
export async function changeUser(
  platform: Platform,
  change: UserChange,
  work: (transaction: Transaction<unknown>, user: User) => Promise<Changed>,
): Promise<void> {
  const { caller, id, version, reason, confirmation, origin } = change;
  const { userId: actorId } = caller;
  await requireOther(platform, change);
  // Before the code is judged, so that nobody spends one on what cannot be done.
  await requireChangeable(platform.database.kysely, { caller, id, version });
  const action = { userId: actorId, action: 'back_office', confirmation, origin } as const;
  await requireConfirmation(platform, action, async (transaction) => {
    const { isStaff } = await requireChangeable(transaction, { caller, id, version });
    // Two of the staff who change each other would wait for each other's rows.
    if (isStaff) await lockRoles(transaction);
    const user = await lockUser(transaction, id);
    if (!user) throw new Problem('account_not_found');
    await requireChangeable(transaction, { caller, id, version });
    const changed = await work(transaction, user);
    await sql`update users set staff_version = staff_version + 1 where id = ${id}`.execute(transaction);
    await recordStaffAction(transaction, platform, {
      ...{ ...changed, actorId, subjectId: id, origin, reason, object: `user:${id}` },
    });
  });
}

/** Nobody decides on their own account. Who tries is in the log. @throws Problem own_account. */
export async function requireOther(
  { database }: Pick<Platform, 'database'>,
  { caller: { userId }, id, origin }: Pick<UserChange, 'caller' | 'id' | 'origin'>,
): Promise<void> {
  if (id !== userId) return;
  await recordSecurityEvent(database.kysely, {
    ...{ event: 'own_account_refused', userId, actorId: userId, origin },
  });
  throw new Problem('own_account');
}

/** @throws Problem account_not_found for who is not there, closed, or staff whom the caller may not change; changed_meanwhile. */
async function requireChangeable(
  db: QueryExecutorProvider,
  { caller, id, version }: Pick<UserChange, 'caller' | 'id' | 'version'>,
): Promise<{ isStaff: boolean }> {
  const { rows } = await sql<{ isStaff: boolean; version: number }>`
    select roles <> '{}' as "isStaff", staff_version as version from users where id = ${id} and status <> 'closed'
  `.execute(db);
  const [row] = rows;
  if (!row || (row.isStaff && !caller.capabilities?.has('staff.edit')))
    throw new Problem('account_not_found');
  if (row.version !== version) throw new Problem('changed_meanwhile');
  return row;
}
