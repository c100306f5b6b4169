-- Transactions that spent from addresses of ours and are none that we know of: the database is an older one than the chain, or somebody else has a key.
create table unknown_sends (
  network text not null references blockchains (code),
  -- The transaction; or, where an address numbers its transactions, the address and the number.
  name text not null,
  found_at timestamptz not null default now(),
  -- When the coins of the network were stopped for it. It stops them once.
  stopped_at timestamptz,
  primary key (network, name)
);
create index unknown_sends_new on unknown_sends (network) where stopped_at is null;

-- A coin is stopped for a finding of the books, or for one of these.
alter table coin_stops
  alter column finding drop not null,
  add column network text,
  add column unknown_send text,
  add foreign key (network, unknown_send) references unknown_sends (network, name),
  add check ((network is null) = (unknown_send is null)),
  add check ((finding is null) <> (unknown_send is null));
