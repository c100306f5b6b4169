import { randomInt, randomUUID } from 'node:crypto';
import { type BankDeposit, openBankDepositsMax } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { type BankAccount, findBankAccount } from '../bank-accounts.ts';
import { referenceColumn } from './arrival.ts';

export const fiatDecimals = 2;
const listedMax = 50;
/** What has not arrived by then is not waited for any more; it is credited all the same when it does. */
export const announcedDays = '30';

/** Without letters and digits that people take for one another. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

function drawReference(prefix: string): string {
  const part = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return `${prefix}-${part()}-${part()}`;
}

/** The first letters of the exchange's name, so that whoever pays knows whom; a name without Latin letters has the word for any payment. */
export function prefixOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
  return plain.length < 2 ? 'PAY' : plain.slice(0, 3);
}

/** The reference in what somebody wrote on a payment, in whatever spelling; undefined where there is none. The exchange may have had other names. */
export function findReference(text: string | null, prefixes: readonly string[]): string | undefined {
  if (prefixes.length === 0) return undefined;
  const written = new RegExp(
    `(${prefixes.join('|')})[\\s-]*([0-9A-Z]{4})[\\s-]*([0-9A-Z]{4})(?![0-9A-Z])`,
  ).exec((text ?? '').toUpperCase());
  return written === null ? undefined : written.slice(1).join('-');
}

/** Of all references that were ever given out. */
export async function knownPrefixes(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ prefix: string }>`
    select distinct split_part(reference, '-', 1) as prefix from bank_deposits
  `.execute(db);
  return rows.map(({ prefix }) => prefix);
}

export function unitsOf(text: string): bigint {
  const parsed = parseDecimal(text, fiatDecimals);
  return parsed.ok ? parsed.value : 0n;
}

/** @throws Problem coin_invalid, deposits_disabled, amount_too_small, amount_too_large, deposit_limit_exceeded. */
export async function announceDeposit(
  platform: Platform,
  { userId, currency, amount }: { userId: string; currency: string; amount: string },
): Promise<BankDeposit> {
  const { database, clock } = platform;
  const account = await findBankAccount(database.kysely, currency);
  if (!account) throw new Problem('coin_invalid');
  if (account.depositsDisabled) throw new Problem('deposits_disabled');
  requireAmount(account, unitsOf(amount));
  const id = randomUUID();
  const reference = drawReference(prefixOf(settingsOf(platform).name));
  await database.kysely.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`bank deposits ${userId}`}, 0))`.execute(
      transaction,
    );
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from bank_deposits own where user_id = ${userId}
        and not exists (select from bank_arrivals where deposit_id = own.id)
        and created_at > ${clock.now()}::timestamptz - interval '${sql.raw(announcedDays)} days'
    `.execute(transaction);
    if ((rows[0]?.open ?? 0) >= openBankDepositsMax)
      throw new Problem('deposit_limit_exceeded', { params: { max: openBankDepositsMax } });
    await sql`
      insert into bank_deposits (id, user_id, currency, amount, reference, created_at)
      values (${id}, ${userId}, ${currency}, ${amount}, ${reference}, ${clock.now()})
    `.execute(transaction);
  });
  return readDeposit(database.kysely, { userId, id });
}

function requireAmount({ depositMin, depositMax, depositFee }: BankAccount, units: bigint): void {
  const fee = unitsOf(depositFee);
  const min = unitsOf(depositMin) > fee ? unitsOf(depositMin) : fee + 1n;
  if (units < min)
    throw new Problem('amount_too_small', { params: { min: formatDecimal(min, fiatDecimals) } });
  if (depositMax !== null && units > unitsOf(depositMax))
    throw new Problem('amount_too_large', { params: { max: depositMax } });
}

/** What has not arrived in time is shown as cancelled. Its reference stays its owner's. */
export async function expireAnnounced({ database, clock }: Platform): Promise<void> {
  await sql`
    update bank_deposits own set expired_at = ${clock.now()}
    where expired_at is null and created_at <= ${clock.now()}::timestamptz - interval '${sql.raw(announcedDays)} days'
      and not exists (select from bank_arrivals where deposit_id = own.id)
  `.execute(database.kysely);
}

/** @throws Problem transaction_not_found, also for somebody else's. */
export async function readDeposit(
  db: QueryExecutorProvider,
  { userId, id }: { userId: string; id: string },
): Promise<BankDeposit> {
  const [deposit] = await select(db, sql`own.user_id = ${userId} and own.id = ${id}`);
  if (!deposit) throw new Problem('transaction_not_found');
  return deposit;
}

export function listDeposits(
  db: QueryExecutorProvider,
  { userId, currency }: { userId: string; currency: string | undefined },
): Promise<BankDeposit[]> {
  const ofCurrency = currency === undefined ? sql`` : sql`and own.currency = ${currency}`;
  return select(db, sql`own.user_id = ${userId} ${ofCurrency}`);
}

/**
 * What arrived for an announced transfer that is called `own`. Its owner hears of the money when it is in the ledger, a moment before
 * the payment is marked as completed: whoever asks then is told the same.
 */
export const whatArrived = sql`left join lateral (
  select sum(bank_arrivals.amount - fee) filter (where stage = 'completed' or stage = 'crediting' and exists (
      select from ledger_entries where account = own.user_id::text and kind = 'deposit'
        and ledger_entries.reference = ${sql.raw(referenceColumn)}
    )) as credited,
    bool_or(stage in ('waiting', 'crediting')) as waits, bool_or(stage = 'returned') as returned
  from bank_arrivals where deposit_id = own.id
) arrived on true`;

/** How it stands, by what arrived. */
export const announcedStatus = sql`case when arrived.credited is not null then 'completed' when arrived.waits then 'pending'
  when arrived.returned or own.expired_at is not null then 'cancelled' else 'pending' end`;

async function select(db: QueryExecutorProvider, condition: RawBuilder<unknown>): Promise<BankDeposit[]> {
  const { rows } = await sql<Omit<BankDeposit, 'date'> & { date: Date }>`
    select own.id, own.created_at as date, own.currency, trim_scale(own.amount)::text as amount, own.reference,
      ${announcedStatus} as status,
      trim_scale(coalesce(arrived.credited, 0))::text as credited,
      case when coins.hidden or coins.deposits_disabled or here.deposits_disabled then null
        else json_build_object('holder', holder, 'account', account, 'bank', bank, 'bic', bic) end as "to"
    from bank_deposits own join bank_accounts here using (currency) join coins on coins.code = own.currency
    ${whatArrived}
    where ${condition} order by own.created_at desc, own.id desc limit ${listedMax}
  `.execute(db);
  return rows.map((row) => ({ ...row, date: row.date.toISOString() }));
}
