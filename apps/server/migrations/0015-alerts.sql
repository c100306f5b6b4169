-- What a user wants to hear of once: a pair's price, or its volume of 24 hours in the quote coin, at a value or beyond it.
create table alerts (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  pair text not null,
  metric text not null check (metric in ('price', 'volume')),
  direction text not null check (direction in ('above', 'below')),
  value amount not null check (value > 0),
  -- The last trade of the exchange when it was set: only those after it count.
  since_trade bigint not null check (since_trade >= 0),
  created_at timestamptz not null default now(),
  fired_at timestamptz,
  -- What was reached.
  fired_value amount,
  check ((fired_at is null) = (fired_value is null))
);
-- To set what is set already changes nothing, so asking twice is safe.
create unique index alerts_active on alerts (user_id, pair, metric, direction, value) where fired_at is null;
create index alerts_by_trade on alerts (since_trade, id) where fired_at is null;
create index alerts_fired on alerts (user_id, fired_at, id) where fired_at is not null;
create index alerts_by_firing on alerts (fired_at) where fired_at is not null;

-- How far the trades were looked through: whatever they reached has fired. A start goes on from here.
create table alert_progress (
  singleton boolean primary key default true check (singleton),
  trade_id bigint not null check (trade_id >= 0)
);
insert into alert_progress (trade_id) values (0);

-- Seen by its user, and still in the list.
alter table user_notifications add column read_at timestamptz;
