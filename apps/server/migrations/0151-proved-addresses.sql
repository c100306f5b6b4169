-- When the owner last proved that mail to the address reaches them. Accounts are opened by a link of a mail; null are those that came about otherwise, or whose
-- address staff changed, until a code or a link that went there comes back.
alter table users add column email_verified_at timestamptz default now();
update users set email_verified_at = created_at;
