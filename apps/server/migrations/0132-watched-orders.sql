-- Orders that ended because their owner would have traded with themselves: few, and looked at together.
create index closed_orders_self_trades on closed_orders (id) where reason = 'self_trade';
