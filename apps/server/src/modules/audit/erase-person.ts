import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { recordStaffAction, type StaffAction } from './record-action.ts';

export const erasedAction = 'audit_person_erased';

/**
 * Erases what the audit log has about who somebody is, as subject and as actor. The rows stay, and so does the chain; that it was done is a row of its own, without
 * which `verify` would take an erased row for a tampered one. Answers how many were erased.
 */
export async function eraseFromAudit(
  transaction: QueryExecutorProvider,
  platform: Pick<Platform, 'clock'>,
  {
    personId,
    ...by
  }: { readonly personId: string } & Pick<StaffAction, 'actorId' | 'origin' | 'reason' | 'approvalId'>,
): Promise<number> {
  const { rows } = await sql`
    update audit_personal set salt = null, content = null, erased_at = ${platform.clock.now()}
    from audit_log log
    where log.number = audit_personal.number and erased_at is null
      and (log.subject_id = ${personId} or log.actor_id = ${personId})
    returning log.number
  `.execute(transaction);
  await recordStaffAction(transaction, platform, {
    ...by,
    ...{ action: erasedAction, subjectId: personId, after: { rows: rows.length } },
  });
  return rows.length;
}
