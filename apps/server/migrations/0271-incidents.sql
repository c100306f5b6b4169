-- What went wrong, as staff tell it on the status page.
create table incidents (
  id bigint generated always as identity primary key,
  title jsonb not null,
  impact text not null check (impact in ('minor', 'major', 'critical')),
  parts text[] not null check (cardinality(parts) > 0),
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  started_at timestamptz not null,
  resolved_at timestamptz,
  -- The bar above the pages, while a critical one is open.
  announcement_id bigint references announcements (id),
  version integer not null default 1 check (version > 0),
  check ((state = 'resolved') = (resolved_at is not null))
);
create index incidents_by_end on incidents (resolved_at desc nulls first, id desc);

create table incident_updates (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents,
  state text not null,
  text jsonb not null,
  written_at timestamptz not null,
  written_by uuid references users (id)
);
create index incident_updates_of on incident_updates (incident_id, id desc);
