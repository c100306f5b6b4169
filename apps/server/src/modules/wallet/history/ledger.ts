import type { Queryable } from '#platform/database/database.ts';
import { Conditions } from '#platform/paging/conditions.ts';
import { type Page, type PageRequest, pageOf, type TimeRange } from '#platform/paging/page.ts';

/** Who writes the ledger and the balances: what a list of these waits for. */
export const ledgerHistory = 'ledger';

/** A change of what an account has of a coin, in its smallest unit. */
export interface LedgerEntry {
  readonly event: number;
  readonly line: number;
  readonly account: string;
  readonly coin: string;
  /** trade, deposit, withdrawal, transfer, code, adjustment, pool, bonus; or the name of the event, in snake case. */
  readonly kind: string;
  /** Below zero for money that left. */
  readonly amount: bigint;
  /** How much went to the house of it: the amount is what is left after it. */
  readonly fee: bigint;
  /** What the account has of the coin after this entry, held money included. */
  readonly balance: bigint;
  /** The number of the trade, the id of the withdrawal or code, or what the movement was booked for; once it was the key of the command. */
  readonly reference: string;
  readonly at: number;
}

export const ledgerColumns = `event::float8 AS event, line, account, coin, kind, amount::text AS amount, fee::text AS fee,
  balance::text AS balance, reference, at::float8 AS at`;

export type LedgerRow = Omit<LedgerEntry, 'amount' | 'fee' | 'balance'> & {
  readonly amount: string;
  readonly fee: string;
  readonly balance: string;
};

export function ledgerEntryOf(row: LedgerRow): LedgerEntry {
  return { ...row, amount: BigInt(row.amount), fee: BigInt(row.fee), balance: BigInt(row.balance) };
}

export interface LedgerFilter extends TimeRange {
  readonly account: string;
  readonly coin?: string | undefined;
  readonly kind?: string | undefined;
  /** So many of the newest are left out. */
  readonly offset?: number;
}

/** The ledger of an account, the newest entry first. */
export async function listLedger(
  database: Queryable,
  filter: LedgerFilter,
  request: PageRequest,
): Promise<Page<LedgerEntry>> {
  const { text, values } = ledgerQuery(filter, request);
  const { rows } = await database.query<LedgerRow>(text, values);
  return pageOf(rows.map(ledgerEntryOf), request, ({ at, event, line }) => [at, event, line]);
}

export function ledgerQuery(filter: LedgerFilter, request: PageRequest): { text: string; values: unknown[] } {
  const conditions = new Conditions()
    .equal('account', filter.account)
    .equal('coin', filter.coin)
    .equal('kind', filter.kind)
    .between('at', filter)
    .after(['at', 'event', 'line'], request);
  const limit = conditions.value(request.limit + 1);
  const offset = conditions.value(filter.offset ?? 0);
  return {
    text: `SELECT ${ledgerColumns} FROM ledger_entries AS entries ${conditions.where}
      ORDER BY entries.at DESC, entries.event DESC, entries.line DESC LIMIT ${limit} OFFSET ${offset}`,
    values: conditions.values,
  };
}
