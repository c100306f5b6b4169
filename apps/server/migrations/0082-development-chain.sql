-- The chain of the demo: a small ledger of blocks, one for each network of the family 'development'. Its coins are play money.
create table development_chains (
  network text primary key references blockchains (code),
  -- Its newest block.
  height integer not null,
  -- The key of the tap, which pays out coins made of nothing: whoever reads it can make as many of them, and they are worth as much.
  tap_key bytea not null check (length(tap_key) = 32),
  tap_address text not null,
  -- While true, the chain answers nobody, like a node that is down.
  is_away boolean not null default false
);

create table development_blocks (
  network text not null references development_chains (network),
  height integer not null,
  hash text not null,
  parent_hash text,
  -- Milliseconds since 1970.
  time bigint not null,
  primary key (network, height)
);

create table development_transactions (
  network text not null references development_chains (network),
  id text not null,
  -- In this order they were accepted, and in this order they are mined.
  received bigint generated always as identity,
  raw text not null,
  sender text not null,
  nonce bigint not null,
  fee numeric(78, 0) not null,
  -- Null: it waits.
  height integer,
  primary key (network, id),
  unique (network, sender, nonce)
);
create index development_transactions_by_height on development_transactions (network, height, received);

create table development_transfers (
  network text not null,
  transaction_id text not null,
  index integer not null,
  sender text not null,
  recipient text not null,
  memo text,
  -- Null for the coin of the chain itself.
  contract text,
  amount numeric(78, 0) not null check (amount > 0),
  primary key (network, transaction_id, index),
  foreign key (network, transaction_id) references development_transactions (network, id) on delete cascade
);
create index development_transfers_by_recipient on development_transfers (network, recipient);
create index development_transfers_by_sender on development_transfers (network, sender);

-- Money of the demo that was asked of a tap: each key once.
create table development_gifts (
  key text primary key,
  network text not null,
  transaction_id text not null
);

-- What a demo of before held in custody accounts without a network: put on the hot addresses by the tap, and moved in the books to their networks. Once.
create table development_openings (
  account text not null,
  coin text not null,
  network text not null references development_chains (network),
  -- In units of the ledger.
  amount numeric(78, 0) not null check (amount > 0),
  transaction_id text not null,
  is_booked boolean not null default false,
  primary key (network, account, coin)
);
