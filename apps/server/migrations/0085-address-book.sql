-- Where a user pays out to.
create table saved_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  coin text not null references coins (code),
  network text not null references blockchains (code),
  address text not null,
  memo text,
  label text not null check (label <> '' and length(label) <= 64),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique nulls not distinct (user_id, coin, network, address, memo),
  unique (user_id, label)
);

-- Whoever wants it pays out to saved addresses only, and to those only that are old enough.
create table saved_addresses_only (
  user_id uuid primary key references users (id) on delete cascade,
  since timestamptz not null default now()
);
