-- An index less to keep for every order that closes, and nearly all of them close. The closed orders of an account by time are its filled and
-- its cancelled ones, merged.
drop index closed_orders_by_account;
