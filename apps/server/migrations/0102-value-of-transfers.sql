-- What a transfer or a code was worth in USDT when it was made, for it counts in the day of its sender like a withdrawal. Null: it is older than this.
alter table transfers add column value amount;
alter table money_codes add column value amount;
create index transfers_of_sender on transfers (from_user, created_at);
