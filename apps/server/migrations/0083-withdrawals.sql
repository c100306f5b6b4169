-- How carefully money leaves; an operator can change every figure.
create table withdrawal_policy (
  is_only boolean primary key default true check (is_only),
  -- The level of whoever has none of their own.
  level smallint not null default 0,
  -- Above this value, in USDT, a person looks at it first.
  hold_above amount not null default 10000,
  hold_on_new_device boolean not null default true,
  -- A session counts as a new device for so long.
  new_device_hours integer not null default 24 check (new_device_hours >= 0),
  -- More requests than this within the minutes, and a person looks at it first.
  velocity_requests integer not null default 5 check (velocity_requests > 0),
  velocity_minutes integer not null default 60 check (velocity_minutes > 0),
  -- So long after it was saved an address counts for whoever pays out to saved addresses only.
  address_delay_hours integer not null default 24 check (address_delay_hours >= 0),
  link_minutes integer not null default 30 check (link_minutes > 0),
  wrong_codes_max integer not null default 5 check (wrong_codes_max > 0),
  batch_max integer not null default 100 check (batch_max > 0)
);
insert into withdrawal_policy default values;

-- What may leave within 24 hours, in USDT of value.
create table withdrawal_levels (
  level smallint primary key check (level >= 0),
  value_a_day amount not null
);
insert into withdrawal_levels values (0, 1000), (1, 50000), (2, 500000);
alter table withdrawal_policy add foreign key (level) references withdrawal_levels;

create table user_withdrawal_levels (
  user_id uuid primary key references users (id) on delete cascade,
  level smallint not null references withdrawal_levels
);

-- A transaction of ours on a chain. Its bytes and id are stored before it is sent, and after a crash the same bytes are sent again.
create table payouts (
  id uuid primary key default gen_random_uuid(),
  network text not null references blockchains (code),
  kind text not null check (kind in ('payout', 'sweep', 'top-up', 'cold')),
  from_address text not null,
  -- One transaction in a row of an address has each number.
  nonce bigint not null check (nonce >= 0),
  -- What the signer is asked for, as it was asked.
  payments jsonb not null,
  terms jsonb not null,
  status text not null default 'building'
    check (status in ('building', 'built', 'signed', 'broadcast', 'confirming', 'completed', 'failed', 'replaced')),
  -- What it waits for, in a word that people and programs know.
  waits_for text,
  transaction_id text,
  raw text,
  block_height bigint,
  block_hash text,
  -- What the network took, in units of the coin that pays for its transactions.
  cost numeric(78, 0),
  -- Whether the exchange has been told that it is final; 'settling' may be on its way.
  books text not null default 'open' check (books in ('open', 'settling', 'settled')),
  replaces uuid references payouts (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status in ('building', 'built') and raw is null) or status = 'failed' or (raw is not null and transaction_id is not null)),
  unique (network, transaction_id)
);
create unique index payouts_by_nonce on payouts (network, from_address, nonce) where status not in ('replaced', 'failed');
create index payouts_at_work on payouts (network, created_at) where status not in ('completed', 'failed', 'replaced');

create table withdrawals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  -- The name that its sender gave it: the same one again is the same withdrawal.
  client_id text not null,
  coin text not null references coins (code),
  network text not null references blockchains (code),
  address text not null,
  memo text,
  amount amount not null check (amount > 0),
  fee amount not null,
  -- In USDT when it was asked for. Null: nobody knew.
  value amount,
  status text not null default 'new',
  -- How far the exchange has been told: a word that ends in -ing may be on its way, and is sent again after a crash.
  books text not null default 'holding' check (books in (
    'none', 'holding', 'held', 'releasing', 'released', 'leaving', 'in_flight', 'returning', 'returned', 'transferring', 'moved', 'settled', 'refused'
  )),
  waits_for text,
  -- Why it was decided, refused or failed.
  reason text,
  -- Why a person had to look at it.
  hold_reason text,
  code_confirmed_at timestamptz,
  wrong_codes integer not null default 0,
  link_hash bytea unique,
  link_expires_at timestamptz,
  -- Where it was asked for.
  from_address text not null,
  from_device text not null,
  -- The session that asked was young, on a device that nobody knew before.
  from_new_device boolean not null default false,
  -- Whose address it is, when it is one of ours: then it never leaves.
  recipient uuid references users (id),
  payout_id uuid references payouts (id),
  decided_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, client_id),
  check (payout_id is not null or status not in ('built', 'signed', 'broadcast', 'confirming'))
);
-- One at a time waits for its code, so that a code never confirms another one than the person has before them.
create unique index withdrawals_unconfirmed on withdrawals (user_id) where status in ('new', 'requested') and code_confirmed_at is null;
create index withdrawals_of_user on withdrawals (user_id, created_at desc, id);
create index withdrawals_at_work on withdrawals (network, created_at)
  where status not in ('completed', 'cancelled', 'rejected', 'failed');
create index withdrawals_by_change on withdrawals (updated_at);
create index withdrawals_being_booked on withdrawals (created_at) where books in ('holding', 'releasing', 'leaving', 'returning', 'transferring');
create index withdrawals_of_payout on withdrawals (payout_id) where payout_id is not null;

-- Every step that a withdrawal can take. Nothing else can happen to one, whatever the program says.
create table withdrawal_steps (
  before text not null,
  after text not null,
  primary key (before, after)
);
insert into withdrawal_steps values
  ('new', 'requested'), ('new', 'failed'),
  ('requested', 'confirmed'), ('requested', 'cancelled'),
  ('confirmed', 'held'), ('confirmed', 'queued'), ('confirmed', 'cancelled'),
  ('held', 'queued'), ('held', 'rejected'), ('held', 'cancelled'),
  ('queued', 'built'), ('queued', 'held'), ('queued', 'cancelled'), ('queued', 'completed'), ('queued', 'rejected'),
  ('built', 'signed'), ('built', 'held'), ('built', 'failed'),
  ('signed', 'broadcast'), ('signed', 'failed'),
  ('broadcast', 'confirming'), ('broadcast', 'completed'), ('broadcast', 'failed'),
  ('confirming', 'broadcast'), ('confirming', 'completed'), ('confirming', 'failed');

create function require_withdrawal_step() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (
    select from withdrawal_steps where before = old.status and after = new.status
  ) then
    raise exception 'a withdrawal cannot go from % to %', old.status, new.status;
  end if;
  if (new.user_id, new.coin, new.network, new.address, new.memo, new.amount, new.fee)
    is distinct from (old.user_id, old.coin, old.network, old.address, old.memo, old.amount, old.fee) then
    raise exception 'what a withdrawal pays to whom never changes';
  end if;
  new.updated_at := now();
  return new;
end $$;
create trigger withdrawal_step before update on withdrawals for each row execute function require_withdrawal_step();
