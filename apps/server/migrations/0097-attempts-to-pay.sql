-- So many withdrawals, transfers and codes together a user may begin in a minute.
alter table withdrawal_policy add column attempts_per_minute integer not null default 20 check (attempts_per_minute > 0);

-- Whoever wants to pay out to any address again has it after this moment, so that a thief's wish is seen in time. Null: nobody wants it.
alter table saved_addresses_only add column ends_at timestamptz;
