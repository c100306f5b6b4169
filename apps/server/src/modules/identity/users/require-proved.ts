import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';

interface ProvedRow {
  readonly email: boolean;
  readonly phone: boolean;
  readonly factor: boolean;
  readonly kyc: 'none' | 'pending' | 'approved' | 'rejected' | 'expired';
}

const kycProblems = {
  none: 'kyc_required',
  pending: 'kyc_pending',
  rejected: 'kyc_rejected',
  expired: 'kyc_expired',
} as const;

/** What `requireProved` refuses with, for contracts. */
export type Unproved =
  | 'two_factor_setup_required'
  | 'email_not_verified'
  | 'phone_not_verified'
  | (typeof kycProblems)[keyof typeof kycProblems];

/**
 * What staff require of whoever takes money out, by whatever way. Asked at each step, for a requirement counts from the moment in which it is switched on. A proved
 * address is asked for whether or not it is required to log in: the links of withdrawals go there.
 *
 * @throws Problem two_factor_setup_required, email_not_verified, phone_not_verified, kyc_required, kyc_pending, kyc_rejected, kyc_expired.
 */
export async function requireProved(
  db: QueryExecutorProvider,
  platform: Pick<Platform, 'database'>,
  userId: string,
): Promise<void> {
  const { requirements: required } = settingsOf(platform);
  const { rows } = await sql<ProvedRow>`
    select email_verified_at is not null as email, phone_verified_at is not null as phone, kyc_status as kyc,
      second_factor as factor
    from users where id = ${userId}
  `.execute(db);
  const [proved] = rows;
  if (!proved) return;
  if (required.twoFactor && !proved.factor) throw new Problem('two_factor_setup_required');
  if (!proved.email) throw new Problem('email_not_verified');
  if (required.phone && !proved.phone) throw new Problem('phone_not_verified');
  if (required.kyc && proved.kyc !== 'approved') throw new Problem(kycProblems[proved.kyc]);
}

/** A code or a link that went to the address came back. */
export async function noteEmailProved(
  db: QueryExecutorProvider,
  { clock }: Pick<Platform, 'clock'>,
  userId: string,
): Promise<void> {
  await sql`
    update users set email_verified_at = ${clock.now()}, opened_unproved = false
    where id = ${userId} and (email_verified_at is null or opened_unproved)
  `.execute(db);
}
