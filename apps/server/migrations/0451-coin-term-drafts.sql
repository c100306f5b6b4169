-- Deposit fees, maxima and daily maxima of a coin that two people agreed on, from a moment on. A job puts them into the tables.
create table coin_term_drafts (
  -- The proposal by which it came.
  id uuid primary key references approvals (id),
  coin text not null references coins (code),
  effective_at timestamptz not null,
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  state text not null default 'scheduled' check (state in ('scheduled', 'applied', 'cancelled')),
  closed_at timestamptz,
  check ((state = 'scheduled') = (closed_at is null))
);
-- Of one day there is one draft of a coin.
create unique index coin_term_drafts_of_day on coin_term_drafts (coin, ((effective_at at time zone 'UTC')::date)) where state = 'scheduled';
create index coin_term_drafts_by_time on coin_term_drafts (coin, effective_at desc);

-- The terms by which a deposit is credited: those in force when it was first seen. A null fee: seen before its coin was listed.
alter table deposits
  add column fee_when_seen amount,
  add column max_when_seen amount;

-- A draft whose moment has come counts here at once, and not when the job comes to it.
create function stamp_deposit_terms() returns trigger language plpgsql as $$
begin
  select coalesce(due.deposit_fee, here.deposit_fee),
    case when due.deposit_fee is null then here.deposit_max else due.deposit_max end
  into new.fee_when_seen, new.max_when_seen
  from coin_blockchains here
  left join lateral (
    select (entry ->> 'deposit_fee')::numeric as deposit_fee, (entry ->> 'deposit_max')::numeric as deposit_max
    from coin_term_drafts draft, jsonb_array_elements(draft.terms -> 'networks') as wanted (entry)
    where draft.coin = here.coin and draft.state = 'scheduled' and draft.effective_at <= new.seen_at
      and entry ->> 'network' = here.blockchain
    order by draft.effective_at desc limit 1
  ) due on true
  where here.blockchain = new.network and here.contract is not distinct from new.contract
  limit 1;
  return new;
end
$$;
create trigger deposits_keep_terms before insert on deposits
for each row execute function stamp_deposit_terms();

-- What is on its way keeps the terms of today.
update deposits set fee_when_seen = here.deposit_fee, max_when_seen = here.deposit_max
from coin_blockchains here
where deposits.status in ('pending', 'confirming', 'held')
  and here.blockchain = deposits.network and here.contract is not distinct from deposits.contract;
