-- A link in a mail proves who reads the address that it was sent to, and belongs to no registration: the password tells which one its reader made.
insert into identity_tokens (token_hash, purpose, data, created_at, expires_at)
select token_hash, 'registration', jsonb_build_object('email', email), created_at, expires_at
from registrations where token_hash is not null and verified_at is null;
alter table registrations drop column token_hash;
create index registration_links_by_email on identity_tokens (lower((data ->> 'email') collate "C"))
  where purpose = 'registration';

-- Who registered, as a hash: registrations of one address are bounded for each of them. Unknown for those from before.
alter table registrations add column source text not null default '';
