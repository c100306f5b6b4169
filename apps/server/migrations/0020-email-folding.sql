-- Addresses are compared in any case of A to Z. Which other letters are the same in small and in capitals depends on
-- the database's language and version, and differs from what the server itself makes of them.
drop index users_by_email;
create unique index users_by_email on users (lower(email collate "C")) where status <> 'closed';
drop index registrations_by_email;
create index registrations_by_email on registrations (lower(email collate "C"), created_at desc);
