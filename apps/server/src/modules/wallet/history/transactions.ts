import { type Transaction, unlistedCurrency } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Networks } from '#modules/markets/index.ts';
import { exactTime, readCursor, writeCursor } from '../cursor.ts';
import { listDeposits } from '../deposits/deposit.ts';
import { depositStatuses, depositsOnWire } from '../deposits/deposit-wire.ts';
import { findWithdrawal } from '../withdrawals/store.ts';
import { type Withdrawal, withdrawalStatuses } from '../withdrawals/withdrawal.ts';
import { withdrawalOnWire } from '../withdrawals/withdrawal-wire.ts';

export interface TransactionsQuery {
  readonly userId: string;
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string | undefined;
  readonly type?: Transaction['type'] | undefined;
  readonly currency?: string | undefined;
  readonly network?: string | undefined;
  readonly status?: Transaction['status'] | undefined;
}

/** What a user is shown as a deposit may be another user's withdrawal to an address of theirs. */
export type TransactionSource = 'deposit' | 'withdrawal' | 'received';

interface Listed {
  readonly source: TransactionSource;
  readonly id: string;
  readonly createdAt: string;
}

/** A user's deposits and withdrawals in every state, the newest first, with the cursor of the next page. */
export async function listTransactions(
  db: QueryExecutorProvider,
  networks: Networks,
  query: TransactionsQuery,
): Promise<{ results: Transaction[]; next: string | null }> {
  const { limit } = query;
  const rows = await listRows(db, query);
  const page = rows.slice(0, limit);
  const results = await readTransactions(db, networks, page);
  return { results, next: writeCursor(rows.length > limit ? page.at(-1) : undefined) };
}

async function listRows(db: QueryExecutorProvider, query: TransactionsQuery): Promise<Listed[]> {
  const { userId, type = null, currency = null, network = null, status, limit, offset } = query;
  const { at = null, id = null } = readCursor(query.cursor) ?? {};
  const { rows } = await sql<Listed>`
    select source, id, ${exactTime(sql`at`)} as "createdAt" from (
      select 'deposit' as source, 'deposit' as type, id, seen_at as at, coalesce(coin, ${unlistedCurrency}) as coin, network
      from deposits where user_id = ${userId} and ${isShown(currency)} and status = any (${namesOf(depositStatuses, status)})
      union all
      select 'withdrawal', 'withdrawal', id, created_at, coin, network from withdrawals
      where user_id = ${userId} and status = any (${namesOf(withdrawalStatuses, status)})
      union all
      select 'received', 'deposit', id, updated_at, coin, network from withdrawals
      where recipient = ${userId} and status = 'completed' and ${status === undefined || status === 'completed'}
    ) as listed
    where (${type}::text is null or type = ${type}) and (${currency}::text is null or coin = ${currency})
      and (${network}::text is null or network = ${network})
      and (${at}::timestamptz is null or (at, id) < (${at}::timestamptz, ${id}::uuid))
    order by at desc, id desc limit ${limit + 1} offset ${offset}
  `.execute(db);
  return rows;
}

/** Of deposits: anybody can send any token to anybody, so one that is not listed is shown to those who ask for such. */
export function isShown(currency: string | null | undefined) {
  return currency === unlistedCurrency ? sql`coin is null` : sql`coin is not null`;
}

/** The words of a table that mean this to users; without one, all of them. */
function namesOf<Own extends string, Shown>(
  shown: Readonly<Record<Own, Shown>>,
  wanted: Shown | undefined,
): Own[] {
  const names = Object.keys(shown) as Own[];
  return wanted === undefined ? names : names.filter((name) => shown[name] === wanted);
}

/** Deposits and withdrawals by their ids, in the order in which they are asked for. */
export async function readTransactions(
  db: QueryExecutorProvider,
  networks: Networks,
  wanted: readonly Pick<Listed, 'source' | 'id'>[],
): Promise<Transaction[]> {
  const ids = wanted.filter(({ source }) => source === 'deposit').map(({ id }) => id);
  const deposits = ids.length === 0 ? [] : await listDeposits(db, sql`id = any (${ids}::uuid[])`);
  const found = new Map((await depositsOnWire(db, deposits, networks)).map((each) => [each.id, each]));
  for (const { source, id } of wanted) {
    if (source === 'deposit') continue;
    const withdrawal = await findWithdrawal(db, id);
    invariant(withdrawal, 'A withdrawal went away.');
    found.set(id, source === 'received' ? receivedOf(withdrawal) : await transactionOf(db, withdrawal));
  }
  return wanted.flatMap(({ id }) => found.get(id) ?? []);
}

/** A withdrawal to an address of ours, as whoever got it is shown it: a deposit that no network was needed for. */
function receivedOf({ id, coin, network, amount, address, memo, updatedAt }: Withdrawal): Transaction {
  return {
    ...{ id, date: updatedAt.toISOString(), updated: Math.floor(updatedAt.getTime() / 1_000) },
    ...{ type: 'deposit', currency: coin, network, amount, fee: '0', change: amount },
    ...{ status: 'completed', reason: null },
    ...{ hash: null, output_index: null, address, memo, internal: true },
    ...{ confirmations: 0, confirmations_required: 0, block_height: null },
  };
}

/** What a withdrawal has in common with a deposit. */
async function transactionOf(db: QueryExecutorProvider, withdrawal: Withdrawal): Promise<Transaction> {
  const { stage, client_id, total, cancellable, confirmation, holder, ...transaction } =
    await withdrawalOnWire(db, withdrawal);
  return transaction;
}
