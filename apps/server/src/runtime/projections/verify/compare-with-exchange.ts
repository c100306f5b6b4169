import { listOpenOrders } from '#runtime/projections/history/orders.ts';
import { buckets } from '#runtime/verify/buckets.ts';
import type { Moment } from '#runtime/verify/verify-part.ts';

const pageRows = 10_000;

/** The open orders of the table against those of an exchange that replayed the journal. */
export async function compareOpenOrders({ database, exchange }: Moment): Promise<string[]> {
  const problems: string[] = [];
  let seen = 0;
  let after = 0;
  for (;;) {
    const page = await listOpenOrders(database, { after, limit: pageRows });
    for (const record of page) {
      const order = exchange.orders.get(record.id);
      const same =
        order &&
        order.account === record.account &&
        order.remaining === record.remaining &&
        order.quantity === record.quantity &&
        order.price === record.price &&
        order.held === record.held &&
        (order.place === 'waiting' || order.place === 'due') === record.waiting;
      if (!same) problems.push(`Order ${record.id} is not open like that in the exchange.`);
      after = record.id;
    }
    seen += page.length;
    if (page.length < pageRows) break;
  }
  if (seen !== exchange.orders.size)
    problems.push(`${seen} orders are open in the table, and ${exchange.orders.size} in the exchange.`);
  return problems;
}

/** The balances of the table against the ledger of an exchange that replayed the journal. */
export async function compareBalances({ database, exchange }: Moment): Promise<string[]> {
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
