-- What staff set for the whole exchange. Each change is a row with all of it: the newest counts, the others tell how it came about.
create table exchange_settings (
  version bigint primary key check (version > 0),
  content jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid references users (id)
);
create trigger exchange_settings_do_not_change before update or delete or truncate on exchange_settings
  for each statement execute function refuse_change();

-- Pictures that pages show, by the hash of their bytes.
create table exchange_pictures (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  type text not null check (type in ('png', 'svg')),
  content bytea not null check (length(content) <= 49152)
);
