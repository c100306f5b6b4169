-- Fee tiers that an operator gave by hand. They count instead of the traded volume until they are taken back.
create table manual_fee_tiers (
  account text primary key,
  tier integer not null references fee_tiers (tier),
  -- Who gave it.
  set_by text not null check (length(set_by) between 1 and 200),
  set_at timestamptz not null default now()
);
