-- People, how they get in, and what happened to their accounts.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 3 and 254),
  username text not null check (length(username) between 2 and 32),
  password_hash text not null,
  role text not null default 'user' check (role in ('user', 'support', 'operator', 'administrator')),
  -- An operator suspends or bans; the owner closes. A frozen account is active: its owner can look, and thaw it.
  status text not null default 'active' check (status in ('active', 'inactive', 'suspended', 'banned', 'closed')),
  frozen_at timestamptz,
  payouts_frozen_until timestamptz,
  first_name text not null check (length(first_name) <= 80),
  last_name text not null check (length(last_name) <= 80),
  phone text,
  phone_verified_at timestamptz,
  country text not null check (country ~ '^[A-Z]{2}$'),
  birthday date not null,
  language text not null default 'en',
  interface text check (interface in ('basic', 'advanced')),
  auto_logout_seconds integer not null default 0 check (auto_logout_seconds >= 0),
  preferences jsonb not null default '{}',
  notifications jsonb not null default '{}',
  anti_phishing_phrase text check (length(anti_phishing_phrase) between 4 and 32),
  referral_code text not null unique,
  referred_by uuid references users (id),
  -- The second factors that send codes. An authenticator app and passkeys have tables of their own.
  sms_factor boolean not null default false,
  email_factor boolean not null default false,
  terms_accepted_at timestamptz not null,
  privacy_accepted_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  closed_at timestamptz,
  check (not sms_factor or phone_verified_at is not null),
  check ((status = 'closed') = (closed_at is not null))
);

-- Addresses are compared without regard to case. A closed account gives its address up.
create unique index users_by_email on users (lower(email)) where status <> 'closed';
create unique index users_by_username on users (lower(username)) where status <> 'closed';
create index users_by_referrer on users (referred_by) where referred_by is not null;

-- Registrations whose address is not verified. The account is made when it is, so nobody can hold another's address,
-- and nobody can learn from registering whether an address has an account.
create table registrations (
  ticket_hash bytea primary key,
  email text not null,
  password_hash text not null,
  details jsonb not null,
  language text not null,
  -- Null when the address has an account already: the mail then says so and verifies nothing.
  token_hash bytea unique,
  mails_sent integer not null default 0,
  last_mail_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  verified_at timestamptz
);
create index registrations_by_email on registrations (lower(email), created_at desc);
create index registrations_by_expiry on registrations (expires_at);

create table user_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  -- Only the hash of the newest refresh token is kept; `generation` counts how often it was exchanged.
  refresh_hash bytea not null,
  previous_refresh_hash bytea,
  generation integer not null default 0,
  rotated_at timestamptz not null default now(),
  address text not null,
  place text,
  device text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (
    ended_by in ('logout', 'owner', 'reuse', 'concurrent', 'idle', 'expired', 'reset', 'security', 'operator')
  ),
  check ((ended_at is null) = (ended_by is null))
);
create index user_sessions_of_user on user_sessions (user_id, last_used_at desc) where ended_at is null;
create index user_sessions_by_expiry on user_sessions (expires_at) where ended_at is null;

-- Devices that have logged in before, by the token that they keep. A lock of the account does not lock them out.
create table user_devices (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  device text not null,
  place text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index user_devices_of_user on user_devices (user_id, last_seen_at desc);

-- Counts failures, per scope (such as `login:account`) and key (a hash of the address or e-mail).
create table attempt_counters (
  scope text not null,
  key text not null,
  failures integer not null default 0,
  last_failure_at timestamptz not null default now(),
  blocked_until timestamptz,
  primary key (scope, key)
);
create index attempt_counters_by_age on attempt_counters (last_failure_at);

-- Links sent by mail, tickets of second steps, challenges of passkeys: single use, and kept as hashes.
create table identity_tokens (
  token_hash bytea primary key,
  user_id uuid references users (id),
  purpose text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index identity_tokens_of_user on identity_tokens (user_id, purpose);
create index identity_tokens_by_expiry on identity_tokens (expires_at);

create table totp_factors (
  user_id uuid primary key references users (id),
  -- Sealed with a key that is not in the database.
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- The newest time step whose code was accepted: it and all before it count no more.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table backup_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports jsonb not null default '[]',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- Codes sent by mail or text message: one at a time per account and purpose, such as `login` or `confirm:withdrawal`.
create table sent_codes (
  user_id uuid not null references users (id),
  purpose text not null,
  channel text not null check (channel in ('sms', 'email')),
  target text not null,
  code_hash bytea not null,
  attempts integer not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, purpose)
);

-- Everything that concerns the safety of an account. Rows are only ever added.
create table security_events (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  event text not null check (event ~ '^[a-z0-9_]{2,64}$'),
  user_id uuid references users (id),
  actor_id uuid references users (id),
  address text,
  place text,
  device text,
  details jsonb not null default '{}'
);
create index security_events_of_user on security_events (user_id, id desc);
create index security_events_by_event on security_events (event, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log only grows.' using errcode = 'insufficient_privilege';
end
$$;
create trigger security_events_only_grow before update or delete or truncate on security_events
  for each statement execute function refuse_change();

-- Puzzles that were solved and used; each counts once.
create table used_captchas (
  challenge text primary key,
  expires_at timestamptz not null
);
create index used_captchas_by_expiry on used_captchas (expires_at);
