-- Announcements are written by staff: as a draft first where they want to, as a bar above every page or an entry of the list, for everybody or for some.
alter table announcements
  add column kind text not null default 'list' check (kind in ('bar', 'list')),
  add column audience text not null default 'everyone' check (audience in ('everyone', 'users')),
  -- Empty: of all countries, of all fee tiers. Who these are is known of users only.
  add column countries text[] not null default '{}',
  add column tiers integer[] not null default '{}',
  add column is_draft boolean not null default false,
  -- Somebody ended it, whatever its times say.
  add column ended_at timestamptz,
  add column version integer not null default 1 check (version > 0),
  add column changed_at timestamptz not null default now(),
  add column changed_by uuid references users (id),
  add constraint announcements_narrowed_to_users check (audience = 'users' or (countries = '{}' and tiers = '{}'));

-- Those that are or will be shown; the rest only grows.
create index announcements_to_show on announcements (published_at) where not is_draft and ended_at is null;
