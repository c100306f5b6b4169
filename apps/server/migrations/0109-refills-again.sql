-- Every transaction that was signed for a refill: with a higher fee and the same number or inputs, so that the chain takes one of them, and any of them may be it.
create table cold_refill_transactions (
  network text not null,
  transaction_id text not null,
  refill_id uuid not null references cold_refills (id) on delete cascade,
  raw text not null,
  created_at timestamptz not null default now(),
  primary key (network, transaction_id)
);
create index cold_refill_transactions_of on cold_refill_transactions (refill_id, created_at);
insert into cold_refill_transactions (network, transaction_id, refill_id, raw)
select network, transaction_id, id, raw from cold_refills where raw is not null;

-- The one with the higher fee, while it waits to be signed.
alter table cold_refills add column replacement jsonb;
