-- A transaction that expired before it was mined ends, and its withdrawals wait in the queue for another one.
insert into withdrawal_steps values ('signed', 'queued'), ('broadcast', 'queued') on conflict do nothing;
alter table withdrawals
  -- How often that happened: some of these, and the money goes back to its owner.
  add column expired_payouts integer not null default 0 check (expired_payouts >= 0);
