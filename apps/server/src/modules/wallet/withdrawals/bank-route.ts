import { type QueryExecutorProvider, sql } from 'kysely';
import { findUser } from '#modules/identity/index.ts';
import type { CoinNetwork } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import { type BankDetails, bankNetwork, isMistake, isSameName, readBankDetails } from './bank-details.ts';

const holderMax = 140;

/** The terms on which a currency leaves through a bank, in the words of networks; undefined where no bank takes it. */
export async function findBankRoute(
  db: QueryExecutorProvider,
  coin: string,
): Promise<CoinNetwork | undefined> {
  const { rows } = await sql<CoinNetwork>`
    select currency as coin, ${bankNetwork} as network, null as contract, coins.decimals, coins.decimals as "ledgerDecimals",
      0 as confirmations, trim_scale(deposit_fee)::text as "depositFee", trim_scale(deposit_min)::text as "depositMin",
      trim_scale(deposit_max)::text as "depositMax", trim_scale(here.withdrawal_fee)::text as "withdrawalFee",
      trim_scale(here.withdrawal_min)::text as "withdrawalMin", trim_scale(here.withdrawal_max)::text as "withdrawalMax",
      trim_scale(coins.withdrawal_daily_max)::text as "withdrawalDailyMax",
      coins.hidden or coins.deposits_disabled or here.deposits_disabled as "depositsDisabled",
      coins.hidden or coins.withdrawals_disabled or here.withdrawals_disabled
        or exists (select from coin_stops where coin_stops.coin = currency and lifted_at is null) as "withdrawalsDisabled"
    from bank_accounts here join coins on coins.code = currency where currency = ${coin}
  `.execute(db);
  return rows[0];
}

/** A name with its spaces in order. */
export function spelledHolder(written: string | null): string {
  return (written ?? '').replace(/\s+/g, ' ').trim();
}

export interface BankDestination extends BankDetails {
  readonly holder: string;
}

/**
 * Where a bank transfer would go, in the one spelling that everything after it uses. Whoever was verified pays out to accounts in their own name only.
 *
 * @throws Problem invalid_withdrawal_address; holder_differs.
 */
export async function requireBankDestination(
  db: QueryExecutorProvider,
  {
    userId,
    coin,
    holder: written,
    ...asked
  }: {
    readonly userId: string;
    readonly coin: string;
    readonly address: string;
    readonly memo: string | null;
    readonly holder: string | null;
  },
): Promise<BankDestination> {
  const details = readBankDetails(coin, asked);
  if (isMistake(details))
    throw new Problem('invalid_withdrawal_address', { fields: { [details.field]: { code: details.code } } });
  const holder = spelledHolder(written);
  if (holder === '' || holder.length > holderMax)
    throw new Problem('invalid_withdrawal_address', { fields: { holder: { code: 'field_required' } } });
  const user = await findUser(db, userId);
  const isVerified = user !== undefined && (await isVerifiedPerson(db, userId));
  if (isVerified && !isSameName(holder, `${user.firstName} ${user.lastName}`))
    throw new Problem('holder_differs', { fields: { holder: { code: 'holder_differs' } } });
  return { ...details, holder };
}

async function isVerifiedPerson(db: QueryExecutorProvider, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and kyc_status = 'approved'
  `.execute(db);
  return rows.length > 0;
}
