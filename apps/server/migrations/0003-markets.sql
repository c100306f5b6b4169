-- An amount of money: exact, never negative, as fine as the finest coin. NaN counts as greater than zero, so it is named.
create domain amount as numeric(42, 18) check (value >= 0 and value <> 'NaN');

-- The networks that coins move on.
create table blockchains (
  code text primary key check (code ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null,
  -- What its tokens follow, such as ERC-20.
  token_standard text,
  -- A transaction hash is appended to it.
  tx_explorer text not null check (tx_explorer ~ '^https?://'),
  -- After this many a deposit is final.
  confirmations integer not null check (confirmations >= 0),
  place integer not null
);

create table coins (
  code text primary key check (code ~ '^[A-Z0-9]{2,10}$'),
  name text not null,
  -- The coin whose value this one carries: itself, or the original of a wrapped coin.
  base text not null references coins (code) deferrable initially deferred,
  decimals integer not null check (decimals between 0 and 18),
  logo text not null,
  links jsonb not null default '[]' check (jsonb_typeof(links) = 'array'),
  tx_explorer text check (tx_explorer ~ '^https?://'),
  place integer not null,
  hidden boolean not null default false,
  swap_disabled boolean not null default false,
  pairs_disabled boolean not null default false,
  order_book_disabled boolean not null default false,
  deposits_disabled boolean not null default false,
  withdrawals_disabled boolean not null default false,
  deposit_fee amount not null default 0,
  deposit_min amount not null default 0,
  deposit_max amount check (deposit_max >= deposit_min),
  withdrawal_fee amount not null default 0,
  withdrawal_min amount not null default 0,
  withdrawal_max amount check (withdrawal_max >= withdrawal_min),
  withdrawal_daily_max amount check (withdrawal_daily_max >= withdrawal_min)
);

-- The coin that pays for a network's transactions. It comes after the coins, which do not need it.
alter table blockchains
  add column fee_coin text not null references coins (code) deferrable initially deferred;

create table coin_blockchains (
  coin text not null references coins (code) on delete cascade,
  blockchain text not null references blockchains (code),
  place integer not null,
  primary key (coin, blockchain)
);

create table pairs (
  id integer generated always as identity primary key,
  base text not null references coins (code),
  quote text not null references coins (code),
  code text generated always as (base || '-' || quote) stored unique,
  -- The price steps by which the order book can be grouped; the last is the default.
  book_steps amount[] not null check (cardinality(book_steps) > 0 and 0 < all (book_steps)),
  place integer not null,
  -- What trading has made of it; projected from the journal.
  price amount,
  price_24h amount,
  volume_24h amount not null default 0,
  check (base <> quote)
);
