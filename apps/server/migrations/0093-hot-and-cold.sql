-- How much of a coin shall lie where payouts are made from, as decimals of the coin. Without a row nobody minds.
create table hot_limits (
  network text not null references blockchains (code),
  coin text not null references coins (code),
  -- Below it there is an alarm, and a refill is asked for.
  floor amount not null,
  -- What a refill or an overflow leaves.
  target amount not null,
  -- What is above it goes to the cold address. Null: nothing does.
  ceiling amount,
  primary key (network, coin),
  check (floor >= 0 and floor <= target and target < ceiling)
);

-- Coins that are brought from the cold address to the hot one. The keys of the first are nobody's here: the transaction is made, signed elsewhere, and brought back.
create table cold_refills (
  id uuid primary key default gen_random_uuid(),
  network text not null references blockchains (code),
  coin text not null references coins (code),
  -- In the chain's smallest units.
  amount numeric(78, 0) not null check (amount > 0),
  status text not null default 'requested'
    check (status in ('requested', 'exported', 'signed', 'broadcast', 'confirming', 'completed', 'failed', 'cancelled')),
  -- Null: the hot wallet was below its floor.
  asked_by uuid references users (id),
  -- What is to be signed, as it was given out.
  unsigned jsonb,
  transaction_id text,
  raw text,
  block_height integer,
  -- What the network took, in units of the coin that pays for its transactions; and what of a unit of the ledger that was booked for it was not taken.
  cost numeric(78, 0),
  cost_remainder numeric(78, 0) not null default 0 check (cost_remainder >= 0),
  -- Whether the exchange has been told what it cost; 'settling' may be on its way.
  books text not null default 'open' check (books in ('open', 'settling', 'settled')),
  reason text,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default now(),
  unique (network, transaction_id),
  check (status in ('requested', 'cancelled') or unsigned is not null),
  check ((status in ('requested', 'exported', 'cancelled')) = (raw is null) and (raw is null) = (transaction_id is null))
);
-- One at a time of each: the next one would spend the same coins.
create unique index cold_refills_open on cold_refills (network, coin)
  where status not in ('completed', 'failed', 'cancelled');
create index cold_refills_by_time on cold_refills (created_at desc, id);
create index cold_refills_unbooked on cold_refills (network) where books <> 'settled' or cost_remainder > 0;

alter table chain_sends drop constraint chain_sends_kind_check;
alter table chain_sends add constraint chain_sends_kind_check
  check (kind in ('payout', 'sweep', 'top-up', 'cold', 'opening', 'refill'));
