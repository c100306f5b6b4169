-- A payment that its recipient's contract would refuse ends before it is built.
insert into withdrawal_steps values ('queued', 'failed');
-- One that was mined and failed has cost what its owner agreed to pay for it: the amount alone comes back.
alter table withdrawals add column fee_kept boolean not null default false;
