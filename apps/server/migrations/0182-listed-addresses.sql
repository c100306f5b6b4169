-- Addresses that staff decided on. Nobody withdraws to one that is denied; one that is allowed is known to be good, which whoever decides on a withdrawal is told.
create table listed_addresses (
  id uuid primary key default gen_random_uuid(),
  address text not null unique,
  verdict text not null check (verdict in ('deny', 'allow')),
  reason text not null,
  added_at timestamptz not null,
  added_by uuid not null references users (id)
);
create index listed_addresses_by_time on listed_addresses (added_at desc, id desc);

-- Networks of which somebody asked that everything on deposit addresses is brought to the hot address, whether or not it is worth it. Gone when all were looked at.
create table sweep_requests (
  network text primary key references blockchains (code),
  asked_at timestamptz not null,
  asked_by uuid not null references users (id),
  -- How often the last candidate has still to be reached: the first time the round may have begun in the middle.
  rounds_left smallint not null default 2
);
