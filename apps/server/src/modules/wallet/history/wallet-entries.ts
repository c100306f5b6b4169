import type { Queryable } from '#platform/database/database.ts';
import { type NumberedPage, readNumberedPage } from '#platform/paging/numbered-page.ts';
import { type LedgerEntry, type LedgerRow, ledgerColumns, ledgerEntryOf } from './ledger.ts';

export interface WalletEntriesQuery extends NumberedPage {
  readonly account: string;
  readonly coin?: string | undefined;
  readonly kinds: readonly string[];
}

/** A page of what came into an account and left it, the newest first. */
export async function listWalletEntries(
  database: Queryable,
  { account, coin, kinds, ...page }: WalletEntriesQuery,
): Promise<{ rows: LedgerEntry[]; pages: number }> {
  const { rows, pages } = await readNumberedPage<LedgerRow>(
    database,
    {
      columns: ledgerColumns,
      table: 'ledger_entries',
      where: `account = $1 AND kind = ANY ($2)${coin === undefined ? '' : ' AND coin = $3'}`,
      values: [account, kinds, ...(coin === undefined ? [] : [coin])],
      order: 'listed.at DESC, listed.event DESC, listed.line DESC',
    },
    page,
  );
  return { rows: rows.map(ledgerEntryOf), pages };
}
