-- The last batch of the journal whose notices are in user_notifications. It is written in the transaction that writes them, so a server that
-- dies in between tells at its next start what it had not told.
create table notice_checkpoint (
  singleton boolean primary key default true check (singleton),
  batch bigint not null check (batch >= 0)
);
