-- Where each durable follower of the journal stands. It is written in the transaction that writes what it speaks of, so both are there or neither.
create table follower_checkpoints (
  name text primary key check (name ~ '^[a-z][a-z-]{0,59}$'),
  -- What its code makes of the journal: a release with another one makes its tables anew, and nobody else's.
  version integer not null check (version > 0),
  batch bigint not null check (batch >= 0),
  event bigint not null check (event >= 0),
  -- When the last command of the batch was accepted.
  accepted_at bigint not null
) with (fillfactor = 50);

-- What was projected before is kept: all of it stood at one batch.
insert into follower_checkpoints (name, version, batch, event, accepted_at)
select name, version, batch, event, accepted_at
from projection_checkpoint
cross join unnest(array['orders', 'market-data', 'ledger', 'swaps', 'traded-volumes']) as name;

-- Notices are kept once by their key, so they may go over a few batches again and begin where the others stand.
insert into follower_checkpoints (name, version, batch, event, accepted_at)
select 'notices', 1, number, first_event + event_count - 1, accepted_at
from journal
where number = (
  select least(notices.batch, projected.batch) from notice_checkpoint as notices left join projection_checkpoint as projected on true
);

drop table projection_checkpoint;
drop table notice_checkpoint;

-- Definitions of markets never change. Each follower that needs them has its own, so that it can be made anew without the others.
create table order_markets (like projected_markets including all);
insert into order_markets select * from projected_markets;
create table volume_markets (like projected_markets including all);
insert into volume_markets select * from projected_markets;

-- Money may come to move by events that this file does not know; what they are called is a word all the same.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind ~ '^[a-z][a-z_]{0,59}$') not valid;
alter table ledger_entries validate constraint ledger_entries_kind_check;
