-- The hash of the confirmation that a code was made with: whoever repeats that call at once is shown the code again, and nobody else without a fresh one.
alter table money_codes add column confirmed_with bytea;
