import type { Queryable } from '#runtime/verify/verify-part.ts';

async function sentences(database: Queryable, text: string): Promise<string[]> {
  const { rows } = await database.query<{ problem: string }>(`${text} LIMIT 100`);
  return rows.map(({ problem }) => problem);
}

/** What an order has filled, paid and been charged is what its fills say. */
export function orderProblems(database: Queryable): Promise<string[]> {
  return sentences(
    database,
    `SELECT 'Order ' || id || ' and its fills do not agree.' AS problem
     FROM orders FULL JOIN (
       SELECT order_id, sum(quantity) AS quantity, sum(total) AS total, sum(fee) AS fee FROM fills GROUP BY order_id
     ) AS sums ON sums.order_id = orders.id
     WHERE orders.id IS NULL OR filled <> coalesce(sums.quantity, 0)
       OR orders.total <> coalesce(sums.total, 0) OR orders.fee <> coalesce(sums.fee, 0)`,
  );
}

/** The entries of every event sum to zero per coin, and those of an account and coin to its balance. */
export async function ledgerProblems(database: Queryable): Promise<string[]> {
  return [
    ...(await sentences(
      database,
      `SELECT 'The ledger entries of event ' || event || ' make ' || sum(amount) || ' of ' || coin || '.' AS problem
       FROM ledger_entries GROUP BY event, coin HAVING sum(amount) <> 0`,
    )),
    ...(await sentences(
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

/** In every timeframe the candles of a market have all of its trades, no more and no less, between its lowest and highest price. */
export function candleProblems(database: Queryable): Promise<string[]> {
  return sentences(
    database,
    `SELECT 'The ' || timeframe || ' candles of ' || traded.market || ' do not have the trades of the market.' AS problem
     FROM (
       SELECT market, count(*) AS trades, sum(quantity) AS volume, max(price) AS high, min(price) AS low
       FROM trades GROUP BY market
     ) AS traded
     CROSS JOIN unnest(ARRAY['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M']) AS timeframe
     LEFT JOIN (
       SELECT market, timeframe, sum(trades) AS trades, sum(volume) AS volume, max(high) AS high, min(low) AS low
       FROM candles GROUP BY market, timeframe
     ) AS drawn USING (market, timeframe)
     WHERE (drawn.trades, drawn.volume, drawn.high, drawn.low)
       IS DISTINCT FROM (traded.trades, traded.volume, traded.high, traded.low)`,
  );
}
