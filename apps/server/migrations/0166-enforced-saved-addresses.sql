-- When what was asked for before saved addresses only was turned on was called off. Null: it is still to be done, also after a crash.
alter table saved_addresses_only add column enforced_at timestamptz;
update saved_addresses_only set enforced_at = since;
create index saved_addresses_only_unenforced on saved_addresses_only (user_id) where enforced_at is null;
