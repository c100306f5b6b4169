-- Swaps that a user wants made again and again.
create table recurring_swaps (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  from_coin text not null,
  to_coin text not null,
  amount amount not null check (amount > 0),
  every text not null check (every in ('day', 'week', 'month')),
  -- All its days are counted from this one, so that the 31st stays the 31st after a February.
  starts_at timestamptz not null,
  next_at timestamptz not null,
  status text not null default 'active' check (status in ('active', 'paused', 'ended')),
  -- Skipped in a row.
  skipped int not null default 0 check (skipped >= 0),
  created_at timestamptz not null default now()
);
create index recurring_swaps_of_user on recurring_swaps (user_id, created_at, id) where status <> 'ended';
create index recurring_swaps_due on recurring_swaps (next_at) where status = 'active';

-- One time that one was due. What is to be done is written before it is done: after a crash the same is asked for again, and the exchange does it once.
create table recurring_swap_runs (
  id bigint generated always as identity primary key,
  recurring_id uuid not null references recurring_swaps,
  due_at timestamptz not null,
  route text[],
  given amount,
  least amount,
  outcome text check (outcome in ('done', 'skipped')),
  -- Why it was skipped: a code of the catalogue.
  reason text,
  received amount,
  ran_at timestamptz,
  unique (recurring_id, due_at),
  check ((outcome is null) = (ran_at is null)),
  check (outcome is distinct from 'done' or received is not null),
  check (outcome is distinct from 'skipped' or reason is not null)
);
create index recurring_swap_runs_open on recurring_swap_runs (recurring_id) where outcome is null;
