-- The code that a newer one has replaced unused: a reader of an older message who types it has not guessed.
alter table sent_codes add column replaced_hash bytea;
