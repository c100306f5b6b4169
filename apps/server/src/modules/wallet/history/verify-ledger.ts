import type { Queryable } from '#platform/database/database.ts';
import {
  buckets,
  compared,
  problemsOf,
  projectionPart,
  TableDigest,
  type VerifyMoment,
  type VerifyPart,
} from '#runtime/followers/index.ts';
import { ledgerHistory } from './ledger.ts';
import { LedgerFold } from './ledger-fold.ts';
import { balancesTable, ledgerEntriesTable } from './ledger-tables.ts';

/** Ledger entries and balances against the journal, against each other, and against an exchange that replayed it. */
export function ledgerPart(): VerifyPart {
  const fold = new LedgerFold();
  const entries = new TableDigest(ledgerEntriesTable, ({ event }) => event);
  return projectionPart({
    name: 'Projected ledger',
    follower: ledgerHistory,
    onBatch: (batch) => {
      fold.apply(batch);
      for (const entry of fold.takeChanges().entries) entries.add(entry);
    },
    tables: () => [
      compared({ writer: ledgerEntriesTable, digest: entries, range: 'event' }),
      compared({
        writer: balancesTable,
        digest: TableDigest.of(
          balancesTable,
          [...fold.balances.values()].flatMap((own) => [...own.values()]),
        ),
        range: '0',
      }),
    ],
    sums: async (moment) => [...(await ledgerProblems(moment.database)), ...(await compareBalances(moment))],
  });
}

/** The entries of every event sum to zero per coin, and those of an account and coin to its balance. */
async function ledgerProblems(database: Queryable): Promise<string[]> {
  return [
    ...(await problemsOf(
      database,
      `SELECT 'The ledger entries of event ' || event || ' make ' || sum(amount) || ' of ' || coin || '.' AS problem
       FROM ledger_entries GROUP BY event, coin HAVING sum(amount) <> 0`,
    )),
    ...(await problemsOf(
      database,
      `SELECT account || ' has ledger entries of ' || coalesce(entries.amount, 0) || ' ' || coin || ' and a balance of '
         || coalesce(total, 0) || '.' AS problem
       FROM (SELECT account, coin, sum(amount) AS amount FROM ledger_entries GROUP BY account, coin) AS entries
       FULL JOIN (SELECT account, coin, available + orders + withdrawals + codes AS total FROM balances) AS held
         USING (account, coin)
       WHERE coalesce(entries.amount, 0) <> coalesce(total, 0)`,
    )),
  ];
}

/** The balances of the table against the ledger of an exchange that replayed the journal. */
async function compareBalances({ database, exchange }: VerifyMoment): Promise<string[]> {
  const { rows } = await database.query<Record<'account' | 'coin' | (typeof buckets)[number], string>>(
    'SELECT account, coin, available::text, orders::text, withdrawals::text, codes::text FROM balances',
  );
  const problems: string[] = [];
  const unseen = new Set<string>();
  for (const [account, { balances }] of exchange.ledger.wallets)
    for (const [coin, { available, held }] of balances)
      if (available !== 0n || held !== 0n) unseen.add(`${account} ${coin}`);
  for (const row of rows) {
    const { account, coin } = row;
    unseen.delete(`${account} ${coin}`);
    const balance = exchange.ledger.wallets.get(account)?.balances.get(coin);
    for (const bucket of buckets) {
      const expected = balance?.[bucket] ?? 0n;
      if (BigInt(row[bucket]) !== expected)
        problems.push(`${account} ${coin} ${bucket} is ${row[bucket]} in place of ${expected}.`);
    }
  }
  for (const key of unseen) problems.push(`${key} has a balance in the exchange and none in the table.`);
  return problems;
}
