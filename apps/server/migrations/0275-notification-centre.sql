-- Choices are kept by kind and channel, such as `deposit.mail`. The six switches that there were first were all about mails.
update users set notifications = (
  select coalesce(jsonb_object_agg(
    case key
      when 'login' then 'login.mail' when 'deposits' then 'deposit.mail' when 'withdrawals' then 'withdrawal.mail'
      when 'orders' then 'order.mail' when 'alerts' then 'alert.mail' when 'newsletter' then 'newsletter.mail' end,
    case when value = 'true' then '"now"'::jsonb else '"off"'::jsonb end
  ), '{}') from jsonb_each(notifications)
  where key in ('login', 'deposits', 'withdrawals', 'orders', 'alerts', 'newsletter')
) where notifications <> '{}';

alter table user_notifications
  -- What it is about, which its page is found by: the kind of thing and its id, such as `withdrawal:5f…`.
  add column about text,
  -- False: its owner wants none of these in the list. The row stays, for its key, and for the ways by which it is told.
  add column is_listed boolean not null default true,
  -- Shown on the page as it comes.
  add column has_toast boolean not null default true,
  -- Ways by which it is still to go out.
  add column due text[] not null default '{}' check (due <@ array['mail', 'sms', 'push']),
  -- It waits for the one mail of a day or week.
  add column awaits_digest boolean not null default false;
create index user_notifications_due on user_notifications (id) where due <> '{}';
create index user_notifications_for_digest on user_notifications (user_id, id) where awaits_digest;
create index user_notifications_by_age on user_notifications (created_at);
drop index user_notifications_to_show;
create index user_notifications_to_show on user_notifications (user_id, id) where dismissed_at is null and is_listed;
drop index user_notifications_unread;
create index user_notifications_unread on user_notifications (user_id, id)
  where dismissed_at is null and read_at is null and is_listed;

-- Mails of a list say how to leave it by one click, and mail programs read that in their headers.
alter table messages add column unsubscribe_url text check (unsubscribe_url !~ '[[:cntrl:]<>]');

-- What a link has by which somebody leaves a list of mails without logging in. It can do nothing else.
create table unsubscribe_tokens (
  user_id uuid primary key references users (id) on delete cascade,
  token text not null unique
);

-- When a user was last sent the mail with everything that waited for it.
create table sent_digests (
  user_id uuid primary key references users (id) on delete cascade,
  sent_at timestamptz not null
);

-- Browsers that are pushed to. What is sent is encrypted for the key of the browser.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- Whoever logs out of a browser, or is logged out of it, is not told there any more.
  session_id uuid not null,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  browser text not null,
  created_at timestamptz not null default now(),
  failures integer not null default 0 check (failures >= 0)
);
create index push_subscriptions_by_user on push_subscriptions (user_id);

-- The key by which push services know this exchange: the private part opens only with SECRET.
create table push_keys (
  singleton boolean primary key default true check (singleton),
  public_key text not null,
  sealed_key bytea not null
);
