import type { TableWriter } from '#platform/database/insert-rows.ts';
import type { LedgerEntry } from './ledger.ts';
import type { ProjectedBalance } from './ledger-fold.ts';

export const ledgerEntriesTable: TableWriter<LedgerEntry> = {
  table: 'ledger_entries',
  columns: [
    ['event', 'bigint', ({ event }) => event],
    ['line', 'smallint', ({ line }) => line],
    ['account', 'text', ({ account }) => account],
    ['coin', 'text', ({ coin }) => coin],
    ['kind', 'text', ({ kind }) => kind],
    ['amount', 'numeric', ({ amount }) => amount],
    ['fee', 'numeric', ({ fee }) => fee],
    ['balance', 'numeric', ({ balance }) => balance],
    ['reference', 'text', ({ reference }) => reference],
    ['at', 'bigint', ({ at }) => at],
  ],
};

export const balancesTable: TableWriter<ProjectedBalance> = {
  table: 'balances',
  columns: [
    ['account', 'text', ({ account }) => account],
    ['coin', 'text', ({ coin }) => coin],
    ['available', 'numeric', ({ available }) => available],
    ['orders', 'numeric', ({ orders }) => orders],
    ['withdrawals', 'numeric', ({ withdrawals }) => withdrawals],
    ['codes', 'numeric', ({ codes }) => codes],
  ],
  key: ['account', 'coin'],
};
