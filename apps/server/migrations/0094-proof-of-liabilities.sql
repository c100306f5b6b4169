-- What the exchange owes of a coin at one batch of the journal, as a tree of hashes and sums that is there for everybody. A published one stays as it is.
create table liability_publications (
  id uuid primary key default gen_random_uuid(),
  coin text not null references coins (code),
  -- waiting: for its turn; building: the tree is made; built: its digest is on its way into the journal, and is sent again after a crash.
  status text not null default 'waiting' check (status in ('waiting', 'building', 'built', 'published', 'failed')),
  -- In percent.
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Null: it was due.
  requested_by uuid references users (id),
  reason text,
  -- From which the accounts' nonces come, sealed with SECRET.
  sealed_key bytea not null,
  created_at timestamptz not null default now(),
  failure text,
  -- What it was made of: the batch after which, and when the last command of it was accepted.
  height bigint check (height >= 0),
  taken_at timestamptz,
  -- The values of the tree are whole numbers of 10 to the minus this, rounded up; the total, and what of it was on its way out, are in them.
  decimals smallint,
  total numeric(20, 0) check (total between 0 and 18446744073709551615),
  in_flight numeric(20, 0) check (in_flight between 0 and total),
  holders integer check (holders >= 0),
  leaves integer check (leaves >= 2),
  root bytea check (length(root) = 32),
  -- The SHA-256 of the file, and its length.
  digest bytea check (length(digest) = 32),
  bytes bigint,
  -- The batch of the journal that has the digest.
  anchored_batch bigint,
  published_at timestamptz,
  check (status not in ('built', 'published') or (
    height is not null and taken_at is not null and decimals is not null and total is not null and in_flight is not null
    and holders is not null and leaves is not null and root is not null and digest is not null and bytes is not null
  )),
  check ((status = 'published') = (published_at is not null)),
  check (status <> 'published' or anchored_batch is not null)
);
-- One of a coin at a time.
create unique index liability_publications_open on liability_publications (coin)
  where status in ('waiting', 'building', 'built');
create index liability_publications_published on liability_publications (published_at desc, height desc, id)
  where status = 'published';

-- The file of a publication: so many lines of it each, packed one by one with gzip, so that parts put together are the file packed.
create table liability_parts (
  publication uuid not null references liability_publications (id),
  part integer not null check (part >= 0),
  content bytea not null,
  primary key (publication, part)
);
alter table liability_parts alter column content set storage external;

-- Which leaves are whose, for those who ask for their own.
create table liability_leaves (
  publication uuid not null references liability_publications (id),
  account text not null,
  leaves integer[] not null,
  primary key (publication, account)
);

-- How often a publication is due without anybody asking for it.
create table liability_schedule (
  only_row boolean primary key default true check (only_row),
  is_on boolean not null default true,
  every_days integer not null default 7 check (every_days between 1 and 366)
);
insert into liability_schedule default values;
