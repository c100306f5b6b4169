-- How staff find orders of everyone. An order's number grows with its time, so that the key has all orders in order of time and only what narrows them needs an index.
create index closed_orders_of_market on closed_orders (market, id);
-- Nearly all orders are limit orders.
create index closed_orders_of_type on closed_orders (type, id) where type <> 'limit';
-- Stops of which nothing could be carried out when they fired: `isRejected` in fold-order.ts has the same rule.
create index closed_orders_rejected on closed_orders (id)
  where state = 'canceled' and filled = 0 and type in ('stop', 'stop_limit', 'trailing_stop')
    and (reason in ('unfilled', 'dust', 'too_many_fills') or (reason = 'self_trade' and type <> 'stop_limit'));
