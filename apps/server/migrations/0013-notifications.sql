-- What a user is told inside the product. The text is made when it is read, in the language of whoever reads.
create table user_notifications (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  -- The same thing is told once.
  key text not null unique check (length(key) between 1 and 200),
  template text not null check (template ~ '^[a-z_]{1,60}$'),
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  created_at timestamptz not null default now(),
  dismissed_at timestamptz
);
create index user_notifications_to_show on user_notifications (user_id, id) where dismissed_at is null;

-- What the exchange tells everyone, while it counts. Title and text are by language; English stands in for what is missing.
create table announcements (
  id bigint generated always as identity primary key,
  title jsonb not null check (title ? 'en'),
  text jsonb not null check (text ? 'en'),
  published_at timestamptz not null default now(),
  ends_at timestamptz check (ends_at > published_at)
);
create index announcements_by_time on announcements (published_at desc);
