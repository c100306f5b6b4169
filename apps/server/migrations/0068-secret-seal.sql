-- What opens only with the right SECRET, so that another one is noticed at the start and not at somebody's login.
create table secret_seal (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null,
  sealed_at timestamptz not null default now()
);

-- The keys that hashed backup codes under former secrets, oldest first, sealed with the present one. A code is hashed with one after the other.
create table former_code_keys (
  number integer primary key check (number > 0),
  sealed_key bytea not null
);
