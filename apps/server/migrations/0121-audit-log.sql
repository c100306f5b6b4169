-- What staff did. Each row has the hash of the one before it, so that none can be changed, taken out or put in without all that follow showing it; the hash of the
-- newest goes into the journal from time to time. Numbers have no gaps. `before` and `after` are of the type json because it keeps the text that was hashed.
create table audit_log (
  number bigint primary key check (number > 0),
  happened_at timestamptz not null,
  action text not null check (action ~ '^[a-z0-9_]{2,64}$'),
  actor_id uuid not null references users (id),
  -- Whose account it concerns.
  subject_id uuid references users (id),
  -- What it was done to, such as `withdrawal:<id>`.
  object text check (length(object) <= 120),
  approval_id uuid,
  before json not null,
  after json not null,
  -- Of the row in `audit_personal`, salted: whoever has the hash alone learns nothing.
  personal_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null
);
create index audit_log_of_actor on audit_log (actor_id, number desc);
create index audit_log_of_subject on audit_log (subject_id, number desc) where subject_id is not null;
create index audit_log_by_action on audit_log (action, number desc);
create index audit_log_by_time on audit_log (happened_at, number);

create trigger audit_log_only_grows before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- What tells who a person is, beside the chain: it can be erased, and the chain stays whole.
create table audit_personal (
  number bigint primary key references audit_log (number),
  salt bytea,
  -- The reason, the address, the place, the device, and personal values before and after. Of the type json for the same cause.
  content json,
  erased_at timestamptz,
  check ((salt is null) = (erased_at is not null) and (content is null) = (erased_at is not null))
);

create function refuse_personal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.number = old.number and new.erased_at is not null then
    return new;
  end if;
  raise exception 'The audit log only grows.' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_personal_is_only_erased before update or delete on audit_personal
  for each row execute function refuse_personal_change();
create trigger audit_personal_stays before truncate on audit_personal
  for each statement execute function refuse_change();

-- The newest row. Whoever adds one locks it, last of all that they lock.
create table audit_tip (
  only_one boolean primary key default true check (only_one),
  number bigint not null,
  -- Up to where the journal has its hash.
  anchored_number bigint not null default 0,
  hash bytea not null
);
insert into audit_tip (number, hash) values (0, decode(repeat('00', 32), 'hex'));
