-- When the signer was first asked for a transaction, written before it is: from then on there may be bytes of it, whether or not the answer came.
alter table payouts add column asked_at timestamptz;
update payouts set asked_at = updated_at where raw is not null or (status = 'built' and waits_for in ('signer', 'review'));

-- Until then nothing of its withdrawals has left, and they can be called off.
insert into withdrawal_steps values
  ('built', 'cancelled'), ('built', 'rejected'), ('requested', 'rejected'), ('confirmed', 'rejected');

-- The signer is told which transaction of a withdrawal has expired before it signs another.
create index payouts_expired on payouts using gin (payments jsonb_path_ops) where status = 'failed' and reason = 'expired';
