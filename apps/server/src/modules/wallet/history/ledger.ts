import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
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

export const ledgerColumns = sql`event::float8 as event, line, account, coin, kind, amount::text as amount, fee::text as fee,
  balance::text as balance, reference, at::float8 as at`;

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
  database: QueryExecutorProvider,
  filter: LedgerFilter,
  request: PageRequest,
): Promise<Page<LedgerEntry>> {
  const { rows } = await ledgerQuery(filter, request).execute(database);
  return pageOf(rows.map(ledgerEntryOf), request, ({ at, event, line }) => [at, event, line]);
}

export function ledgerQuery(filter: LedgerFilter, request: PageRequest): RawBuilder<LedgerRow> {
  const { where } = new Conditions()
    .equal('account', filter.account)
    .equal('coin', filter.coin)
    .equal('kind', filter.kind)
    .between('at', filter)
    .after(['at', 'event', 'line'], request);
  return sql<LedgerRow>`
    select ${ledgerColumns} from ledger_entries as entries ${where}
    order by entries.at desc, entries.event desc, entries.line desc
    limit ${request.limit + 1} offset ${filter.offset ?? 0}
  `;
}
