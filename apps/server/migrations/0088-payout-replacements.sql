-- A transaction that is stuck is replaced by another, and what must not be mined is called off by one that pays nobody. All of one root share a number or an
-- input, so the chain takes at most one of them.
alter table payouts
  -- Null on chains that do not number the transactions of an address.
  alter column nonce drop not null,
  -- The first of them; its own id for one that replaces nothing.
  add column root uuid references payouts (id),
  -- Why it failed.
  add column reason text,
  -- It has been waited for since then: signed, or last found impossible to replace.
  add column waiting_since timestamptz,
  -- Why it is to be called off, by whom wants it: its number or inputs are used up by a payment to ourselves.
  add column cancel_reason text,
  -- What of the cost was too little for a unit of the ledger, where the whole unit was booked; in the chain's units.
  add column cost_remainder numeric(78, 0) not null default 0 check (cost_remainder >= 0);
update payouts set root = id, waiting_since = updated_at;
alter table payouts alter column root set not null;

drop index payouts_by_nonce;
create unique index payouts_by_nonce on payouts (network, from_address, nonce) where root = id and status <> 'failed';
create unique index payouts_mined on payouts (root) where status in ('confirming', 'completed');
create index payouts_of_root on payouts (root);

-- So long a transaction may wait to be mined before it is replaced by one that pays more.
alter table blockchains add column bump_after_minutes integer not null default 30 check (bump_after_minutes >= 0);
-- So long after the signer refused something for today it is asked for it again.
alter table withdrawal_policy add column signer_retry_seconds integer not null default 60 check (signer_retry_seconds >= 0);

-- What the signer refused for today waits in the queue again.
insert into withdrawal_steps values ('built', 'queued');
