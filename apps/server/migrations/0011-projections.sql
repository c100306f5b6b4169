-- What people look at, made from the journal and from nothing else: every table of this file up to `fee_tiers` can be emptied and
-- made again by `npm run rebuild`. Prices and quantities are in the market's units, amounts in the coin's smallest unit, times in
-- milliseconds since 1970, as the journal has them.

-- How far the projections have come. It is written in the transaction that writes what it speaks of.
create table projection_checkpoint (
  singleton boolean primary key default true check (singleton),
  -- The release that made them: one that projects otherwise makes them anew.
  version integer not null,
  batch bigint not null check (batch >= 0),
  event bigint not null check (event >= 0),
  -- When the last command of the batch was accepted.
  accepted_at bigint not null
);

create table projected_markets (
  market text primary key,
  base text not null,
  quote text not null,
  base_decimals smallint not null,
  quote_decimals smallint not null,
  price_decimals smallint not null,
  quantity_decimals smallint not null
);

-- Orders live in two tables. Open ones are few and change often; closed ones are many and never change, so each is written to its
-- indexes once.
create table open_orders (
  id bigint primary key,
  account text not null,
  market text not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('limit', 'market', 'stop', 'stop_limit', 'trailing_stop', 'pegged')),
  -- active: open or waiting; done: filled; canceled: closed otherwise.
  state text not null check (state in ('active', 'done', 'canceled')),
  -- For its stop price.
  waiting boolean not null,
  -- Why it was closed.
  reason text,
  -- Zero for a buy by budget.
  quantity bigint not null,
  remaining bigint not null,
  filled bigint not null,
  -- The limit price, or the worst price; zero for any.
  price bigint not null,
  -- What was filled, in the quote coin.
  total numeric(60, 0) not null,
  -- In the coin that is received.
  fee numeric(60, 0) not null,
  budget numeric(60, 0),
  held numeric(60, 0) not null,
  stop_price bigint,
  trail bigint,
  percent integer,
  minimum_price bigint,
  maximum_price bigint,
  time_in_force text not null,
  post_only boolean not null,
  self_trade text not null,
  client_order_id text,
  -- The other order of a one-cancels-the-other pair.
  linked_to bigint,
  placed_at bigint not null,
  updated_at bigint not null
) with (fillfactor = 70);
create index open_orders_by_account on open_orders (account, placed_at, id);

create table closed_orders (like open_orders including constraints, primary key (id));
create index closed_orders_by_account on closed_orders (account, placed_at, id);
create index closed_orders_by_market on closed_orders (account, market, placed_at, id);
create index closed_orders_by_state on closed_orders (account, state, placed_at, id);
-- Nearly all orders are limit orders; the others are found by their type.
create index closed_orders_by_type on closed_orders (account, type, placed_at, id) where type <> 'limit';

create view orders as select * from open_orders union all select * from closed_orders;

create table trades (
  id bigint primary key,
  market text not null,
  price bigint not null,
  quantity bigint not null,
  taker_side text not null check (taker_side in ('buy', 'sell')),
  executed_at bigint not null
);
create index trades_by_market on trades (market, executed_at, id);

-- Two for each trade: the maker's and the taker's.
create table fills (
  trade_id bigint not null,
  role text not null check (role in ('maker', 'taker')),
  order_id bigint not null,
  account text not null,
  market text not null,
  side text not null check (side in ('buy', 'sell')),
  price bigint not null,
  quantity bigint not null,
  -- Paid or received in the quote coin, before the fee.
  total numeric(60, 0) not null,
  -- In the coin that is received.
  fee numeric(60, 0) not null,
  executed_at bigint not null,
  primary key (trade_id, role)
);
create index fills_by_order on fills (order_id, trade_id);
create index fills_by_account on fills (account, executed_at, trade_id);
create index fills_by_market on fills (account, market, executed_at, trade_id);

-- Every change of what an account has of a coin. Money that only becomes held or free again stays with its account and is no entry.
-- The entries of one event sum to zero per coin, and those of an account and coin to its balance.
create table ledger_entries (
  event bigint not null,
  line smallint not null,
  account text not null,
  coin text not null,
  kind text not null check (
    kind in ('trade', 'deposit', 'withdrawal', 'transfer', 'code', 'adjustment', 'pool', 'bonus')
  ),
  amount numeric(60, 0) not null,
  -- How much of it went to the house: the amount is what is left after it.
  fee numeric(60, 0) not null,
  -- What the account has of the coin after this entry, held money included.
  balance numeric(60, 0) not null,
  -- What caused it: the number of the trade, the id of the withdrawal or code, or the key of the command.
  reference text not null,
  at bigint not null,
  primary key (event, line)
);
create index ledger_entries_by_account on ledger_entries (account, at, event, line);
create index ledger_entries_by_coin on ledger_entries (account, coin, at, event, line);

create table balances (
  account text not null,
  coin text not null,
  available numeric(60, 0) not null,
  -- Held, by reason.
  orders numeric(60, 0) not null,
  withdrawals numeric(60, 0) not null,
  codes numeric(60, 0) not null,
  primary key (account, coin)
) with (fillfactor = 70);

create table candles (
  market text not null,
  timeframe text not null check (timeframe in ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M')),
  -- When it opens, in seconds since 1970; days, weeks (from Monday) and months are those of UTC.
  time bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  -- In the market's quantity units, and what was paid for it in the quote coin.
  volume numeric(60, 0) not null,
  quote_volume numeric(60, 0) not null,
  trades integer not null,
  primary key (market, timeframe, time)
) with (fillfactor = 70);

-- One for each command that swapped.
create table swaps (
  id bigint primary key,
  account text not null,
  from_coin text not null,
  to_coin text not null,
  given numeric(60, 0) not null,
  received numeric(60, 0) not null,
  order_ids bigint[] not null,
  swapped_at bigint not null
);
create index swaps_by_account on swaps (account, id);

-- What an account has traded on a day of UTC (days since 1970), on either side of the trade, in the coin it was paid in.
create table traded_volumes (
  account text not null,
  day integer not null,
  coin text not null,
  volume numeric(60, 0) not null,
  primary key (account, day, coin)
) with (fillfactor = 70);
create index traded_volumes_by_day on traded_volumes (day);

-- Generated history, which no trade stands behind; it fills the charts of a demo and is no projection: rebuilding leaves it alone.
create table candle_seeds (
  market text not null,
  timeframe text not null check (timeframe in ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M')),
  time bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume numeric(60, 0) not null,
  primary key (market, timeframe, time)
);

-- What trading costs. An account has the highest tier whose volume it reached within 30 days.
create table fee_tiers (
  -- Which row of a market's fees it is.
  tier integer primary key check (tier >= 0),
  name text not null unique,
  -- In USDT.
  volume amount not null unique,
  -- In parts per million of what is received.
  maker integer not null check (maker between 0 and 100000),
  taker integer not null check (taker between 0 and 100000)
);
insert into fee_tiers (tier, name, volume, maker, taker) values
  (0, '1', 0, 1000, 1500),
  (1, '2', 50000, 900, 1300),
  (2, '3', 250000, 700, 1100),
  (3, '4', 1000000, 500, 900),
  (4, '5', 5000000, 300, 700),
  (5, 'VIP', 25000000, 0, 500);
