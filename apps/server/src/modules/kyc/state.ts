import type { kycStatuses } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { type Origin, recordSecurityEvent } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';

export type KycState = (typeof kycStatuses)[number];

export interface KycRow {
  readonly state: KycState;
  /** 0 unless verified. */
  readonly verified: number;
  /** The level that limits go by. */
  readonly level: number;
  readonly expires: string | null;
}

export async function readState(db: QueryExecutorProvider, userId: string): Promise<KycRow> {
  const { rows } = await sql<KycRow>`
    select kyc_status as state, kyc_level as verified, account_level(id) as level, kyc_expires_on::text as expires
    from users where id = ${userId}
  `.execute(db);
  const [found] = rows;
  if (!found) throw new Problem('not_found');
  return found;
}

/** Locks the account's verification for the transaction. */
export async function lockState(transaction: QueryExecutorProvider, userId: string): Promise<KycRow> {
  await sql`select from users where id = ${userId} for no key update`.execute(transaction);
  return readState(transaction, userId);
}

/**
 * The one place that changes somebody's verification, in the transaction of its cause; the database refuses steps that there are not. Every change is among the
 * account's security events.
 */
export async function changeState(
  transaction: QueryExecutorProvider,
  {
    userId,
    to,
    level = 0,
    expires = null,
    endsAt = null,
    application,
    actorId,
    origin = null,
  }: {
    readonly userId: string;
    readonly to: KycState;
    readonly level?: number;
    readonly expires?: string | null;
    readonly endsAt?: Date | null;
    readonly application?: string;
    readonly actorId?: string;
    readonly origin?: Origin | null;
  },
): Promise<void> {
  const before = await lockState(transaction, userId);
  await sql`
    update users set kyc_status = ${to}, kyc_level = ${level}, kyc_expires_on = ${expires}, kyc_ends_at = ${endsAt},
      kyc_reminded_days = null,
      staff_version = staff_version + 1
    where id = ${userId}
  `.execute(transaction);
  await recordSecurityEvent(transaction, {
    ...{ event: `kyc_${to}`, userId, actorId, origin },
    details: {
      ...{ state_before: before.state, level_before: before.verified, level },
      ...(application !== undefined && { application }),
    },
  });
}
