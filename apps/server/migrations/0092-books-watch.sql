-- What the last comparison of chains and books showed, coin by coin. Amounts are in units of 10 to the minus `decimals`.
create table book_checks (
  network text not null references blockchains (code),
  coin text not null references coins (code),
  height integer not null,
  decimals smallint not null,
  -- On the house's own addresses, on those of users, and on the cold one.
  hot numeric(78, 0) not null,
  users numeric(78, 0) not null,
  cold numeric(78, 0) not null,
  custody numeric(78, 0) not null,
  -- On our addresses and not in custody: seen and not credited; less what left and is not booked.
  open numeric(78, 0) not null,
  in_flight numeric(78, 0) not null,
  difference numeric(78, 0) not null,
  -- Since which height and moment they have not agreed, whatever the amount.
  differs_since integer,
  differs_at timestamptz,
  checked_at timestamptz not null default now(),
  primary key (network, coin)
);

-- A difference that stood at a second look. It ends when the books agree again, or when another one takes its place.
create table book_findings (
  id uuid primary key default gen_random_uuid(),
  network text not null references blockchains (code),
  coin text not null references coins (code),
  height integer not null,
  decimals smallint not null,
  on_chain numeric(78, 0) not null,
  custody numeric(78, 0) not null,
  open numeric(78, 0) not null,
  difference numeric(78, 0) not null check (difference <> 0),
  found_at timestamptz not null default now(),
  -- Who knows what it is, and what they said. The same difference stops nothing any more.
  explained_by uuid references users (id),
  explanation text,
  explained_at timestamptz,
  ended_at timestamptz,
  check ((explained_at is null) = (explained_by is null) and (explained_at is null) = (explanation is null))
);
create unique index book_findings_open on book_findings (network, coin) where ended_at is null;
create index book_findings_by_time on book_findings (found_at desc, id);

-- Coins of which nothing goes out on any network, until an operator says so.
create table coin_stops (
  id uuid primary key default gen_random_uuid(),
  coin text not null references coins (code),
  finding uuid not null references book_findings (id),
  stopped_at timestamptz not null default now(),
  lifted_at timestamptz,
  lifted_by uuid references users (id),
  reason text,
  check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (reason is null))
);
create unique index coin_stops_standing on coin_stops (coin) where lifted_at is null;

-- What lay on an address when it was last asked for, on chains whose nodes answer address by address. Null: the coin of the chain itself.
create table address_balances (
  network text not null references blockchains (code),
  address text not null,
  contract text,
  units numeric(78, 0) not null,
  asked_at timestamptz not null default now(),
  unique nulls not distinct (network, contract, address)
);

-- What is not credited, and what was too little for a unit of the ledger: all else agrees, and is most of it.
create index deposits_beside_custody on deposits (network, block_height) where status <> 'completed' or remainder > 0;
-- What changed since the books were compared.
create index deposits_by_change on deposits (network, updated_at);
create index payouts_by_change on payouts (network, updated_at);
