-- Where the proof of an address is not required, whoever registered may log in before it: such an account was opened by a password alone. True until a code or a
-- link that went to the address comes back.
alter table users add column opened_unproved boolean not null default false;
create index users_opened_unproved on users (id) where opened_unproved;
