import type { FiatCurrency } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';

/** Where a currency is sent to, and on what terms. Amounts are decimals. */
export interface BankAccount {
  readonly currency: FiatCurrency;
  /** Of the house's account: `house:bank:<name>`. */
  readonly name: string;
  readonly holder: string;
  readonly account: string;
  readonly bank: string;
  readonly bic: string | null;
  readonly depositFee: string;
  readonly depositMin: string;
  readonly depositMax: string | null;
  /** Switched off here, for the currency, or because it is hidden. */
  readonly depositsDisabled: boolean;
}

export async function findBankAccount(
  db: QueryExecutorProvider,
  currency: string,
): Promise<BankAccount | undefined> {
  const { rows } = await sql<BankAccount>`
    select currency, bank_accounts.name, holder, account, bank, bic, trim_scale(deposit_fee)::text as "depositFee",
      trim_scale(deposit_min)::text as "depositMin", trim_scale(deposit_max)::text as "depositMax",
      hidden or coins.deposits_disabled or bank_accounts.deposits_disabled as "depositsDisabled"
    from bank_accounts join coins on coins.code = currency where currency = ${currency}
  `.execute(db);
  return rows[0];
}

/** The bank of a demo: its accounts are made up, and so is the money that an operator says has arrived there. */
export async function seedDemoBank(db: QueryExecutorProvider): Promise<void> {
  const accounts = [
    ['USD', '000123456789', 'EMPRUS33', '10', '250000', '15'],
    ['EUR', 'DE75512108001245126199', 'EMPRDEFF', '10', '250000', '1'],
    ['RUB', '40702810900000000001', 'EMPRRUMM', '1000', '20000000', '100'],
  ] as const;
  for (const [currency, account, bic, min, max, fee] of accounts)
    await sql`
      insert into bank_accounts (currency, name, holder, account, bank, bic, deposit_min, deposit_max, withdrawal_fee, withdrawal_min, withdrawal_max, withdrawals_disabled)
      select ${currency}, 'demo', 'Emporion Demo Ltd', ${account}, 'First Demo Bank', ${bic}, ${min}, ${max},
        ${fee}, ${min}, ${max}, false
      where exists (select from coins where code = ${currency} and kind = 'fiat') on conflict do nothing
    `.execute(db);
}
