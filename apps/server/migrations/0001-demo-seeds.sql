-- Which demo data was laid down already, so that a second start adds nothing twice.
create table demo_seeds (
  name text not null,
  version integer not null check (version > 0),
  seeded_at timestamptz not null default now(),
  primary key (name, version)
);
