-- What lies on a user's address is brought to the hot one when it is worth so many times what that costs; tokens by the last price.
alter table blockchains add column sweep_worth integer not null default 20 check (sweep_worth >= 0);
