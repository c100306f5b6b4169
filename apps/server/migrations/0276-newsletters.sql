-- What those are written who asked for news. One person writes it, and another sends it.
create table newsletters (
  id bigint generated always as identity primary key,
  title jsonb not null check (title ? 'en'),
  text jsonb not null check (text ? 'en'),
  state text not null default 'draft' check (state in ('draft', 'sending', 'sent', 'dropped')),
  written_by uuid not null references users (id),
  written_at timestamptz not null,
  sent_by uuid references users (id) check (sent_by <> written_by),
  sent_at timestamptz,
  -- The last user who was written to, in the order of their ids, and how many were.
  reached uuid,
  recipients integer not null default 0 check (recipients >= 0),
  check ((state in ('sending', 'sent')) = (sent_by is not null and sent_at is not null))
);

-- Announcements go by mail and to browsers too, to those who want that, once each. Those of before were announced without it.
alter table announcements add column told_to uuid, add column told_at timestamptz;
update announcements set told_at = now();
create index announcements_untold on announcements (id) where told_at is null;
