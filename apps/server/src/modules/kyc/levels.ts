import type { KycLevel } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { type KycState, readState } from './state.ts';

/** What each level takes and unlocks. Limits of withdrawals and cards are those of the highest level that they know below it. */
export async function readLevels(db: QueryExecutorProvider): Promise<KycLevel[]> {
  const { rows } = await sql<KycLevel>`
    select level, needs, by_officer, bank_currencies, valid_days,
      (select trim_scale(value_a_day)::text from withdrawal_levels own where own.level <= kyc_levels.level order by own.level desc limit 1)
        as withdrawal_a_day,
      (select trim_scale(payment_max)::text from card_levels own where own.level <= kyc_levels.level order by own.level desc limit 1)
        as card_payment_max,
      (select trim_scale(day_max)::text from card_levels own where own.level <= kyc_levels.level order by own.level desc limit 1)
        as card_day_max
    from kyc_levels order by level
  `.execute(db);
  return rows;
}

const problems = {
  none: 'kyc_required',
  pending: 'kyc_pending',
  // Verified, for less than this takes.
  approved: 'kyc_required',
  rejected: 'kyc_rejected',
  expired: 'kyc_expired',
} as const satisfies Record<KycState, string>;

/**
 * Whether the level of an account lets it withdraw a currency to a bank.
 *
 * @throws Problem kyc_required, kyc_pending, kyc_rejected, kyc_expired.
 */
export async function requireBankCurrency(
  db: QueryExecutorProvider,
  { userId, currency }: { userId: string; currency: string },
): Promise<void> {
  const { rows } = await sql<{ unlocked: boolean }>`
    select ${currency} = any (bank_currencies) as unlocked from kyc_levels where level <= account_level(${userId})
    order by level desc limit 1
  `.execute(db);
  if (rows[0]?.unlocked) return;
  throw new Problem(problems[(await readState(db, userId)).state]);
}
