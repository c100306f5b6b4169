import type { BankAccountRules, FiatCurrency } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

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

const shownColumns = sql`
  currency, name, holder, account, bank, bic, trim_scale(deposit_fee)::text as deposit_fee, trim_scale(deposit_min)::text as deposit_min,
  trim_scale(deposit_max)::text as deposit_max, deposits_disabled, trim_scale(withdrawal_fee)::text as withdrawal_fee,
  trim_scale(withdrawal_min)::text as withdrawal_min, trim_scale(withdrawal_max)::text as withdrawal_max, withdrawals_disabled
`;

export async function listBankAccounts(db: QueryExecutorProvider): Promise<BankAccountRules[]> {
  const { rows } = await sql<BankAccountRules>`
    select ${shownColumns} from bank_accounts order by currency
  `.execute(db);
  return rows;
}

/** Answers the account of now, if there is one. @throws Problem coin_invalid for a currency that is not listed; draft_unchanged. */
export async function requireBankAccount(
  db: QueryExecutorProvider,
  draft: BankAccountRules,
): Promise<BankAccountRules | undefined> {
  const { rows } = await sql`
    select from coins where code = ${draft.currency} and kind = 'fiat'
  `.execute(db);
  if (rows.length === 0) throw new Problem('coin_invalid');
  const current = (await listBankAccounts(db)).find(({ currency }) => currency === draft.currency);
  const names = Object.keys(draft) as (keyof BankAccountRules)[];
  if (current && names.every((name) => String(current[name]) === String(draft[name])))
    throw new Problem('draft_unchanged');
  return current;
}

/** By the word of two people. */
export async function writeBankAccount(db: QueryExecutorProvider, draft: BankAccountRules): Promise<void> {
  const { currency, ...rules } = draft;
  const columns = Object.keys(rules).map((name) => sql.ref(name));
  const values = Object.values(rules).map((value) => sql`${value}`);
  await sql`
    insert into bank_accounts (currency, ${sql.join(columns)}) values (${currency}, ${sql.join(values)})
    on conflict (currency) do update set ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))}
  `.execute(db);
}

/** The bank of a demo: its accounts are made up, and so is the money that an operator says has arrived there. */
export async function seedDemoBank(db: QueryExecutorProvider): Promise<void> {
  const accounts = [
    // What a withdrawal costs is a small part of the least.
    ['USD', '000123456789', 'EMPRUS33', '10', '250000', '15', '150'],
    ['EUR', 'DE75512108001245126199', 'EMPRDEFF', '10', '250000', '1', '10'],
    ['RUB', '40702810900000000001', 'EMPRRUMM', '1000', '20000000', '100', '1000'],
  ] as const;
  for (const [currency, account, bic, min, max, fee, least] of accounts)
    await sql`
      insert into bank_accounts (currency, name, holder, account, bank, bic, deposit_min, deposit_max, withdrawal_fee, withdrawal_min, withdrawal_max, withdrawals_disabled)
      select ${currency}, 'demo', 'Demo Exchange Ltd', ${account}, 'First Demo Bank', ${bic}, ${min}, ${max},
        ${fee}, ${least}, ${max}, false
      where exists (select from coins where code = ${currency} and kind = 'fiat') on conflict do nothing
    `.execute(db);
}
