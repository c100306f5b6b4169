import { executorOn } from '#platform/database/executor-on.ts';
import {
  compared,
  type Moment,
  problemsOf,
  projectionPart,
  type Queryable,
  TableDigest,
  type VerifyPart,
} from '#runtime/verify/index.ts';
import { listOpenOrders, ordersHistory } from './orders.ts';
import { OrdersFold } from './orders-fold.ts';
import { closedOrdersTable, fillsTable, openOrdersTable, orderMarketsTable } from './orders-tables.ts';

const pageRows = 10_000;

/** Orders and fills against the journal, open orders against an exchange that replayed it, and orders against their fills. */
export function ordersPart(): VerifyPart {
  const fold = new OrdersFold();
  const closed = new TableDigest(closedOrdersTable, ({ id }) => id);
  const fills = new TableDigest(fillsTable, ({ tradeId }) => tradeId);
  return projectionPart({
    name: 'Projected orders',
    follower: ordersHistory,
    onBatch: (batch) => {
      fold.apply(batch);
      const changes = fold.takeChanges();
      for (const order of changes.closed) closed.add(order);
      for (const fill of changes.fills) fills.add(fill);
    },
    tables: () => [
      compared({
        writer: openOrdersTable,
        digest: TableDigest.of(openOrdersTable, fold.orders.values(), ({ id }) => id),
        range: 'id',
      }),
      compared({ writer: closedOrdersTable, digest: closed, range: 'id' }),
      compared({ writer: fillsTable, digest: fills, range: 'trade_id' }),
      compared({
        writer: orderMarketsTable,
        digest: TableDigest.of(orderMarketsTable, fold.markets.known.values()),
        range: '0',
      }),
    ],
    sums: async (moment) => [...(await compareOpenOrders(moment)), ...(await fillProblems(moment.database))],
  });
}

/** The open orders of the table against those of an exchange that replayed the journal. */
async function compareOpenOrders({ database, exchange }: Moment): Promise<string[]> {
  const problems: string[] = [];
  let seen = 0;
  let after = 0;
  for (;;) {
    const page = await listOpenOrders(executorOn(database), { after, limit: pageRows });
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

/** What an order has filled, paid and been charged is what its fills say. */
function fillProblems(database: Queryable): Promise<string[]> {
  return problemsOf(
    database,
    `SELECT 'Order ' || id || ' and its fills do not agree.' AS problem
     FROM orders FULL JOIN (
       SELECT order_id, sum(quantity) AS quantity, sum(total) AS total, sum(fee) AS fee FROM fills GROUP BY order_id
     ) AS sums ON sums.order_id = orders.id
     WHERE orders.id IS NULL OR filled <> coalesce(sums.quantity, 0)
       OR orders.total <> coalesce(sums.total, 0) OR orders.fee <> coalesce(sums.fee, 0)`,
  );
}
