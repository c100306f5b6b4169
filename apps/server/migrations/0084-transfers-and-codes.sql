-- Money from one user to another.
create table transfers (
  id uuid primary key default gen_random_uuid(),
  from_user uuid not null references users (id),
  to_user uuid not null references users (id),
  -- The name that its sender gave it: the same one again is the same transfer.
  client_id text not null,
  coin text not null references coins (code),
  amount amount not null check (amount > 0),
  -- 'transferring' may be on its way, and is sent again after a crash.
  status text not null default 'transferring' check (status in ('transferring', 'completed', 'refused')),
  reason text,
  created_at timestamptz not null default now(),
  unique (from_user, client_id),
  check (from_user <> to_user)
);
create index transfers_on_their_way on transfers (created_at) where status = 'transferring';

-- Money that whoever knows the code may take, once.
create table money_codes (
  id uuid primary key default gen_random_uuid(),
  maker uuid not null references users (id),
  client_id text not null,
  -- Only the hash is kept: whoever reads the database redeems nothing with it.
  code_hash bytea not null unique,
  -- What the maker recognises it by.
  hint text not null,
  coin text not null references coins (code),
  amount amount not null check (amount > 0),
  -- A word that ends in -ing may be on its way, and is sent again after a crash.
  status text not null default 'locking'
    check (status in ('locking', 'refused', 'open', 'redeeming', 'redeemed', 'cancelling', 'cancelled', 'expired')),
  reason text,
  redeemer uuid references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  unique (maker, client_id)
);
create index money_codes_of_maker on money_codes (maker, created_at desc, id);
create index money_codes_of_redeemer on money_codes (redeemer, ended_at desc) where redeemer is not null;
create index money_codes_on_their_way on money_codes (created_at) where status in ('locking', 'redeeming', 'cancelling');
create index money_codes_open on money_codes (expires_at) where status = 'open';
