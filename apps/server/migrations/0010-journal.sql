-- What the exchange was created with. A replay from the first batch begins here, and so does the chain of hashes.
create table journal_origin (
  singleton boolean primary key default true check (singleton),
  -- JSON, kept as the text that was hashed.
  limits text not null,
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null default now()
);

-- Everything that ever happened in the exchange, one row for each batch of commands. It is only ever appended to.
create table journal (
  -- The fence: two writers cannot both append the same number.
  number bigint primary key check (number > 0),
  -- Of its commands, which have no gaps.
  first_sequence bigint not null check (first_sequence > 0),
  last_sequence bigint not null check (last_sequence >= first_sequence),
  -- Of its events, counted since the first batch.
  first_event bigint not null check (first_event > 0),
  event_count integer not null check (event_count > 0),
  -- When its last command was accepted, in milliseconds since 1970; it never goes backwards.
  accepted_at bigint not null,
  payload bytea not null,
  -- SHA-256 over the hash before, the figures above and the payload.
  hash bytea not null check (octet_length(hash) = 32),
  committed_at timestamptz not null default now()
);
-- Long payloads are packed before they come here.
alter table journal alter column payload set storage external;

create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception 'The journal is only ever appended to.';
end
$$;
create trigger journal_is_append_only before update or delete or truncate on journal
  for each statement execute function refuse_change_of_history();
create trigger journal_origin_is_fixed before update or delete or truncate on journal_origin
  for each statement execute function refuse_change_of_history();

-- The whole state after a batch, so that a start need not replay from the first. They can be deleted at any time.
create table snapshots (
  -- The batch that it was taken after.
  number bigint primary key references journal (number),
  sequence bigint not null,
  state_hash text not null,
  -- SHA-256 over all of its parts.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  bytes bigint not null,
  created_at timestamptz not null default now()
);
create table snapshot_parts (
  number bigint not null references snapshots (number) on delete cascade,
  part integer not null check (part >= 0),
  content bytea not null,
  primary key (number, part)
);
alter table snapshot_parts alter column content set storage external;
