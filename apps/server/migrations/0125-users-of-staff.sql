-- What staff decide on an account, each apart from what its owner decides and from each other: none of them lifts another.
alter table users
  add column trading_enabled boolean not null default true,
  add column withdrawal_enabled boolean not null default true,
  -- Payouts rest until then; what a change of the account's protection froze is in `payouts_frozen_until`.
  add column staff_freeze_until timestamptz,
  add column kyc_status text not null default 'none' check (kyc_status in ('none', 'pending', 'approved', 'rejected', 'expired')),
  add column kyc_level smallint not null default 0 check (kyc_level between 0 and 9),
  add column flagged boolean not null default false,
  add column labels text[] not null default '{}',
  -- Counts the changes by staff: who decides on what they saw, and it has changed since, is told so.
  add column staff_version integer not null default 0,
  -- What told who the person was is gone; the account is closed, and its money movements stay.
  add column erased_at timestamptz check (erased_at is null or status = 'closed'),
  -- Kept by the triggers below, so that a list of all users can be narrowed by it.
  add column second_factor boolean not null default false;

create function note_second_factor(account uuid) returns void language sql as $$
  update users set second_factor = held.held
  from (
    select sms_factor or email_factor
      or exists (select from totp_factors where user_id = account and confirmed_at is not null)
      or exists (select from passkeys where user_id = account) as held
    from users where id = account
  ) as held
  where users.id = account and users.second_factor <> held.held
$$;
create function note_factor_row() returns trigger language plpgsql as $$
begin
  perform note_second_factor(coalesce(new.user_id, old.user_id));
  return null;
end
$$;
create function note_factor_of_user() returns trigger language plpgsql as $$
begin
  perform note_second_factor(new.id);
  return null;
end
$$;
create trigger totp_factors_noted after insert or update of confirmed_at or delete on totp_factors
  for each row execute function note_factor_row();
create trigger passkeys_noted after insert or delete on passkeys
  for each row execute function note_factor_row();
create trigger users_factor_noted after insert or update of sms_factor, email_factor on users
  for each row when (new.sms_factor or new.email_factor or new.second_factor) execute function note_factor_of_user();
update users set second_factor = true
where sms_factor or email_factor or exists (select from totp_factors where user_id = id and confirmed_at is not null)
  or exists (select from passkeys where passkeys.user_id = users.id);

-- Pages of the list of users, by registration and by last login, each filter with the order it is read in. Somebody who never logged in comes last.
create index users_by_registration on users (created_at desc, id desc);
create index users_by_last_login on users (coalesce(last_login_at, to_timestamp(0)) desc, id desc);
create index users_by_status on users (status, created_at desc, id desc) where status <> 'active';
create index users_by_kyc on users (kyc_status, created_at desc, id desc) where kyc_status <> 'none';
create index users_by_country on users (country, created_at desc, id desc);
create index users_with_second_factor on users (created_at desc, id desc) where second_factor;
create index users_switched_off on users (created_at desc, id desc) where not trading_enabled or not withdrawal_enabled;
create index users_held on users (id)
  where not trading_enabled or not withdrawal_enabled or frozen_at is not null or status in ('inactive', 'suspended', 'banned');
create index users_flagged on users (created_at desc, id desc) where flagged;
create index users_by_label on users using gin (labels) where labels <> '{}';
-- What somebody is searched by, from its beginning.
create index users_by_username_start on users (lower(username) collate "C");
create index users_by_first_name on users (lower(first_name) collate "C");
create index users_by_last_name on users (lower(last_name) collate "C");
create index users_by_email_start on users (lower(email collate "C"));
create index users_by_phone on users (phone collate "C") where phone is not null;
create index deposits_by_transaction on deposits (transaction_id);
create index payouts_by_transaction on payouts (transaction_id) where transaction_id is not null;

-- What staff write about an account for each other.
create table user_notes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  author_id uuid not null references users (id),
  -- Null: it was erased with the person.
  text text check (length(text) between 1 and 4000),
  created_at timestamptz not null
);
create index user_notes_of_user on user_notes (user_id, id desc);
create function refuse_note_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.text is null
    and row(new.id, new.user_id, new.author_id, new.created_at) = row(old.id, old.user_id, old.author_id, old.created_at) then
    return new;
  end if;
  raise exception 'Notes are only added.' using errcode = 'insufficient_privilege';
end
$$;
create trigger user_notes_only_grow before update or delete on user_notes for each row execute function refuse_note_change();

-- Somebody of the staff looks at what a user sees, for a reason and for a while.
create table user_views (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references users (id),
  user_id uuid not null references users (id),
  opened_at timestamptz not null,
  expires_at timestamptz not null
);

-- What tells who a person is may be taken out of the log of security events, and nothing else.
create function refuse_event_change() returns trigger language plpgsql as $$
begin
  if new.address is null and new.place is null and new.device is null and new.details = '{}'
    and row(new.id, new.happened_at, new.event) = row(old.id, old.happened_at, old.event)
    and row(new.user_id, new.actor_id) is not distinct from row(old.user_id, old.actor_id) then
    return new;
  end if;
  raise exception 'The audit log only grows.' using errcode = 'insufficient_privilege';
end
$$;
drop trigger security_events_only_grow on security_events;
create trigger security_events_only_grow before delete or truncate on security_events
  for each statement execute function refuse_change();
create trigger security_events_are_only_erased before update on security_events
  for each row execute function refuse_event_change();

-- What of a proposal tells who a person is lies beside it, and the payload has its salted hash: so it can be erased, and what was voted on still be told.
create table approval_personal (
  approval_id uuid primary key references approvals (id),
  salt bytea,
  content json,
  check ((salt is null) = (content is null))
);
-- The reason, which is in a person's own words, goes with them.
create or replace function refuse_approval_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and row(
    new.id, new.kind, new.payload::text, new.payload_hash, new.concerns, new.proposed_by, new.proposed_at, new.expires_at, new.votes_needed, new.due_at
  ) is not distinct from row(
    old.id, old.kind, old.payload::text, old.payload_hash, old.concerns, old.proposed_by, old.proposed_at, old.expires_at, old.votes_needed, old.due_at
  ) and (
    (old.state in ('open', 'approved') and new.reason = old.reason)
    or (new.reason = 'erased' and row(new.state, new.closed_at, new.failure) is not distinct from row(old.state, old.closed_at, old.failure))
  ) then
    return new;
  end if;
  raise exception 'A proposal does not change.' using errcode = 'insufficient_privilege';
end
$$;
