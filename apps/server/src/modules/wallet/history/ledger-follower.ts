import type pg from 'pg';
import { insertRows } from '#platform/database/insert-rows.ts';
import type { CommittedBatch } from '#platform/runtime.ts';
import { cachedRowsMax, type DurableFollower } from '#runtime/followers/index.ts';
import { ledgerHistory } from './ledger.ts';
import { LedgerFold, type ProjectedBalance } from './ledger-fold.ts';
import { balancesTable, ledgerEntriesTable } from './ledger-tables.ts';

/** What came to every account and left it, and what it has. */
export const ledgerFollower: DurableFollower = {
  name: ledgerHistory,
  version: 1,
  tables: ['ledger_entries', 'balances'],
  open: () => {
    const fold = new LedgerFold();
    return {
      hydrate: (client, batches) => fetchBalances(client, fold, batches),
      apply: (batch) => fold.apply(batch),
      write: async (client) => {
        const { entries, balances } = fold.takeChanges();
        await insertRows(client, ledgerEntriesTable, entries);
        await insertRows(client, balancesTable, balances);
      },
      trim: () => {
        if (fold.balances.size > cachedRowsMax) fold.balances.clear();
      },
    };
  },
};

type BalanceRow = { readonly [Field in keyof ProjectedBalance]: string };

/** Fetches the balances that the batches are going to change. */
async function fetchBalances(
  client: pg.ClientBase,
  fold: LedgerFold,
  batches: readonly CommittedBatch[],
): Promise<void> {
  const missing = missingBalances(fold, batches);
  if (missing.size === 0) return;
  const wanted = [...missing].flatMap(([account, coins]) => [...coins].map((coin) => [account, coin]));
  const { rows } = await client.query<BalanceRow>(
    `SELECT account, coin, available::text, orders::text, withdrawals::text, codes::text FROM balances
     WHERE (account, coin) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [wanted.map(([account]) => account), wanted.map(([, coin]) => coin)],
  );
  for (const { account, coin, available, orders, withdrawals, codes } of rows) {
    Object.assign(fold.balance(account, coin), {
      available: BigInt(available),
      orders: BigInt(orders),
      withdrawals: BigInt(withdrawals),
      codes: BigInt(codes),
    });
  }
}

/** The coins of each account. */
function missingBalances(
  { balances }: LedgerFold,
  batches: readonly CommittedBatch[],
): Map<string, Set<string>> {
  const missing = new Map<string, Set<string>>();
  for (const { events } of batches) {
    for (const event of events) {
      if (!('postings' in event)) continue;
      for (const { account, coin } of event.postings) {
        if (balances.get(account)?.has(coin)) continue;
        const coins = missing.get(account);
        if (coins) coins.add(coin);
        else missing.set(account, new Set([coin]));
      }
    }
  }
  return missing;
}
