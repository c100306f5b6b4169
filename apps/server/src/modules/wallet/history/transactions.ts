import type { Transaction } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Networks } from '#modules/markets/index.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { listDeposits } from '../deposits/deposit.ts';
import { depositStatuses, depositsOnWire } from '../deposits/deposit-wire.ts';
import { findWithdrawal } from '../withdrawals/store.ts';
import { withdrawalStatuses } from '../withdrawals/withdrawal.ts';
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

interface Listed {
  readonly type: Transaction['type'];
  readonly id: string;
  readonly createdAt: Date;
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
    select * from (
      select 'deposit' as type, id, seen_at as "createdAt", coin, network from deposits
      where user_id = ${userId} and coin is not null and status = any (${namesOf(depositStatuses, status)})
      union all
      select 'withdrawal', id, created_at, coin, network from withdrawals
      where user_id = ${userId} and status = any (${namesOf(withdrawalStatuses, status)})
    ) as listed
    where (${type}::text is null or type = ${type}) and (${currency}::text is null or coin = ${currency})
      and (${network}::text is null or network = ${network})
      and (${at}::timestamptz is null or ("createdAt", id) < (${at}::timestamptz, ${id}::uuid))
    order by "createdAt" desc, id desc limit ${limit + 1} offset ${offset}
  `.execute(db);
  return rows;
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
  wanted: readonly Pick<Listed, 'type' | 'id'>[],
): Promise<Transaction[]> {
  const ids = wanted.filter(({ type }) => type === 'deposit').map(({ id }) => id);
  const deposits = ids.length === 0 ? [] : await listDeposits(db, sql`id = any (${ids}::uuid[])`);
  const found = new Map((await depositsOnWire(db, deposits, networks)).map((each) => [each.id, each]));
  for (const { type, id } of wanted) {
    if (type !== 'withdrawal') continue;
    const withdrawal = await findWithdrawal(db, id);
    invariant(withdrawal, 'A withdrawal went away.');
    found.set(id, await transactionOf(db, withdrawal));
  }
  return wanted.flatMap(({ id }) => found.get(id) ?? []);
}

/** What a withdrawal has in common with a deposit. */
async function transactionOf(
  db: QueryExecutorProvider,
  withdrawal: Parameters<typeof withdrawalOnWire>[1],
): Promise<Transaction> {
  const { stage, client_id, total, cancellable, internal, confirmation, ...transaction } =
    await withdrawalOnWire(db, withdrawal);
  return transaction;
}
