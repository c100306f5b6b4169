import { randomBytes } from 'node:crypto';
import { invariant } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { type Origin, recordSecurityEvent } from '#modules/identity/index.ts';
import type { Platform } from '#platform/platform.ts';
import { hashOfPersonal, hashOfRow } from './chain.ts';

export type AuditValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface StaffAction {
  /** What was done, in the past tense, such as `withdrawal_approved`. */
  readonly action: string;
  readonly actorId: string;
  /** Null for what the server did by itself, such as after the last vote. */
  readonly origin: Origin | null;
  /** In the person's words. Null where none was asked for. */
  readonly reason: string | null;
  /** Whose account it concerns. */
  readonly subjectId?: string | undefined;
  /** What it was done to, such as `withdrawal:<id>`. */
  readonly object?: string | undefined;
  readonly approvalId?: string | undefined;
  /** What changed. Never a secret, and nothing that tells who a person is. */
  readonly before?: AuditValues | undefined;
  readonly after?: AuditValues | undefined;
  /** The same of what tells who a person is; it is kept beside the chain. */
  readonly personal?: { readonly before?: AuditValues; readonly after?: AuditValues } | undefined;
}

/**
 * Writes down what staff did, in the transaction in which it is done: for the audit log and among the security events of the account. To be called last, for
 * whoever writes next waits until this transaction ends.
 */
export async function recordStaffAction(
  transaction: QueryExecutorProvider,
  platform: Pick<Platform, 'clock'>,
  action: StaffAction,
): Promise<void> {
  const { actorId, subjectId, object, origin, reason, before = {}, after = {} } = action;
  const named = object === undefined ? {} : { [nameOf(object)]: object.slice(object.indexOf(':') + 1) };
  await recordSecurityEvent(transaction, {
    ...{ event: action.action, userId: subjectId, actorId, origin },
    details: flat({ ...named, ...after, ...(reason !== null && { reason }), ...prefixed(before) }),
  });
  await appendToChain(transaction, platform, action);
}

async function appendToChain(
  transaction: QueryExecutorProvider,
  { clock }: Pick<Platform, 'clock'>,
  { action, actorId, subjectId, object, approvalId, origin, reason, before, after, personal }: StaffAction,
): Promise<void> {
  const { rows } = await sql<{ number: number; hash: Buffer }>`
    select number::float8 as number, hash from audit_tip for update
  `.execute(transaction);
  const [tip] = rows;
  invariant(tip !== undefined, 'the audit log has lost its tip');
  const happenedAt = clock.now();
  const salt = randomBytes(32);
  const content = JSON.stringify({
    ...{ reason, address: origin?.address ?? null, place: origin?.place ?? null },
    ...{ device: origin?.device ?? null, before: personal?.before ?? {}, after: personal?.after ?? {} },
  });
  const row = {
    number: tip.number + 1,
    happenedAtMicros: `${happenedAt.getTime()}000`,
    ...{
      action,
      actorId,
      subjectId: subjectId ?? null,
      object: object ?? null,
      approvalId: approvalId ?? null,
    },
    ...{ before: JSON.stringify(before ?? {}), after: JSON.stringify(after ?? {}) },
    personalHash: hashOfPersonal(salt, content),
    previousHash: tip.hash,
  };
  const hash = hashOfRow(row);
  await sql`
    with added as (
      insert into audit_log (
        number, happened_at, action, actor_id, subject_id, object, approval_id, before, after, personal_hash, previous_hash, hash
      )
      values (
        ${row.number}, ${happenedAt}, ${action}, ${actorId}, ${row.subjectId}, ${row.object}, ${row.approvalId}, ${row.before}::json,
        ${row.after}::json, ${row.personalHash}, ${row.previousHash}, ${hash}
      )
    ), moved as (
      update audit_tip set number = ${row.number}, hash = ${hash}
    )
    insert into audit_personal (number, salt, content) values (${row.number}, ${salt}, ${content}::json)
  `.execute(transaction);
}

const nameOf = (object: string) => object.slice(0, Math.max(0, object.indexOf(':')));

const prefixed = (values: AuditValues) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${name}_before`, value]));

/** Security events have no lists. */
function flat(values: AuditValues): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? value.join(' ') : value,
    ]),
  );
}
