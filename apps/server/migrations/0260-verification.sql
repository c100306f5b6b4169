-- How far the verification of a person is. Its steps are a table, and a trigger refuses every other: whatever writes it.
create table kyc_status_steps (from_status text not null, to_status text not null, primary key (from_status, to_status));
insert into kyc_status_steps values
  ('none', 'pending'), ('pending', 'approved'), ('pending', 'rejected'), ('approved', 'expired'), ('rejected', 'pending'), ('expired', 'pending');

alter table users
  -- The last day of the document by which somebody was verified.
  add column kyc_expires_on date,
  -- How many days before it they were last reminded.
  add column kyc_reminded_days smallint;

create function check_kyc_step() returns trigger language plpgsql as $$
begin
  if new.kyc_status <> old.kyc_status
    and not (new.erased_at is not null and new.kyc_status = 'none')
    and not exists (select from kyc_status_steps where from_status = old.kyc_status and to_status = new.kyc_status)
  then
    raise exception 'A verification does not go from % to %.', old.kyc_status, new.kyc_status using errcode = 'insufficient_privilege';
  end if;
  if new.kyc_status <> 'approved' and new.kyc_level <> 0 then
    raise exception 'Only who is verified has a verified level.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger users_kyc_step before update of kyc_status, kyc_level on users
  for each row execute function check_kyc_step();

create index users_by_kyc_expiry on users (kyc_expires_on) where kyc_status = 'approved' and kyc_expires_on is not null;

-- What each level takes and unlocks, beside the limits of withdrawals and cards that go by the same levels.
create table kyc_levels (
  level smallint primary key check (level between 0 and 9),
  needs text[] not null check (needs <@ array['document', 'selfie', 'address_proof']),
  -- Staff decide, whatever the provider found.
  by_officer boolean not null,
  -- Currencies that may be withdrawn to a bank.
  bank_currencies text[] not null
);
insert into kyc_levels values
  (0, '{}', false, '{}'),
  (1, '{document,selfie}', false, '{USD,EUR,RUB}'),
  (2, '{document,selfie,address_proof}', true, '{USD,EUR,RUB}');

-- The level that every limit of an account goes by: what two people gave it, or else the better of what was verified and what the exchange gives to everybody.
create function account_level(account uuid) returns smallint language sql stable as $$
  select coalesce(
    (select level from user_withdrawal_levels where user_id = account),
    greatest(
      (select level from withdrawal_policy),
      (select case when kyc_status = 'approved' then kyc_level else 0 end from users where id = account)
    )
  )
$$;

-- How long what people showed is kept after the decision.
create table kyc_policy (
  is_only boolean primary key default true check (is_only),
  keep_approved_days integer not null default 1825 check (keep_approved_days > 0),
  keep_rejected_days integer not null default 90 check (keep_rejected_days > 0),
  -- So long an application waits for its owner.
  answer_days integer not null default 30 check (answer_days > 0),
  claim_minutes integer not null default 30 check (claim_minutes > 0)
);
insert into kyc_policy default values;

create table kyc_applications (
  id uuid primary key,
  user_id uuid not null references users (id),
  level smallint not null references kyc_levels (level) check (level > 0),
  stage text not null,
  -- What was declared; erased with the person.
  first_name text, last_name text, birthday date, country text, address text, city text, postal_code text,
  -- What staff asked to be shown once more, and wrote about it or about a rejection.
  again text[] not null default '{}',
  note text,
  verdict text check (verdict in ('clear', 'review', 'rejected')),
  reasons text[] not null default '{}',
  -- Of the newest event of the provider that counted.
  sequence integer not null default 0,
  document_type text,
  -- The number is sealed as documents are.
  document_number bytea,
  document_expires_on date,
  -- The files that are to be fetched from the provider, as its event named them.
  files jsonb not null default '[]',
  claimed_by uuid references users (id),
  claimed_until timestamptz,
  decided_by uuid references users (id),
  decided_at timestamptz,
  submitted_at timestamptz,
  documents_deleted_at timestamptz,
  -- The provider has deleted what it had.
  forgotten_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- One at a time.
create unique index kyc_applications_under_way on kyc_applications (user_id) where stage in ('open', 'submitted', 'checked', 'review');
create index kyc_applications_of_user on kyc_applications (user_id, created_at desc);
create index kyc_applications_by_stage on kyc_applications (stage, coalesce(submitted_at, created_at), id);
create index kyc_applications_kept on kyc_applications (decided_at) where documents_deleted_at is null and decided_at is not null;

create table kyc_application_steps (from_stage text not null, to_stage text not null, primary key (from_stage, to_stage));
insert into kyc_application_steps values
  ('open', 'submitted'), ('open', 'withdrawn'), ('open', 'rejected'),
  -- Of somebody who was erased meanwhile.
  ('submitted', 'withdrawn'), ('checked', 'withdrawn'), ('review', 'withdrawn'),
  ('submitted', 'checked'),
  ('checked', 'review'), ('checked', 'approved'), ('checked', 'rejected'),
  ('review', 'approved'), ('review', 'rejected'), ('review', 'open');

create table kyc_application_log (
  id bigint generated always as identity primary key,
  application_id uuid not null references kyc_applications (id),
  stage text not null,
  at timestamptz not null
);
create index kyc_application_log_of on kyc_application_log (application_id, id);

create function follow_kyc_application() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'Applications are kept.' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'INSERT' and new.stage <> 'open' then
    raise exception 'An application begins open.' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'UPDATE' and (
    row(new.id, new.user_id) is distinct from row(old.id, old.user_id)
    or (new.level <> old.level and old.stage <> 'open')
    or (new.stage <> old.stage and not exists (
      select from kyc_application_steps where from_stage = old.stage and to_stage = new.stage
    ))
  ) then
    raise exception 'An application does not go from % to % so.', old.stage, new.stage using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'INSERT' or new.stage <> old.stage then
    insert into kyc_application_log (application_id, stage, at) values (new.id, new.stage, new.updated_at);
  end if;
  return null;
end
$$;
create trigger kyc_applications_follow after insert or update or delete on kyc_applications
  for each row execute function follow_kyc_application();

-- What people showed, sealed with SECRET for its row.
create table kyc_documents (
  id uuid primary key,
  application_id uuid not null references kyc_applications (id),
  kind text not null check (kind in ('document_front', 'document_back', 'selfie', 'address_proof')),
  type text not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes integer not null check (bytes > 0),
  sha256 bytea not null,
  sealed bytea not null,
  stored_at timestamptz not null,
  unique (application_id, kind)
);

-- What the provider told us, each event once, with what became of it.
create table kyc_events (
  event text primary key,
  application_id uuid references kyc_applications (id),
  sequence integer not null,
  verdict text not null,
  outcome text not null check (outcome in ('applied', 'late', 'refused')),
  received_at timestamptz not null
);
create index kyc_events_of on kyc_events (application_id, received_at) where application_id is not null;

-- Of messages that still count by their time; each nonce counts once.
create table kyc_nonces (nonce text primary key, seen_at timestamptz not null);
create index kyc_nonces_by_age on kyc_nonces (seen_at);
