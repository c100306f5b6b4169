-- How well market makers quote, looked at once a minute and summed by the hour. Makers are the users whom staff gave the label.
create table market_maker_hours (
  user_id uuid not null,
  market text not null,
  hour timestamptz not null,
  looks int not null check (looks > 0),
  -- Of these looks: both sides stood near the middle.
  quoted int not null check (quoted between 0 and looks),
  -- Sums over the looks that quoted: parts per million of the middle, and units of the quote coin.
  spread bigint not null default 0,
  depth numeric(60, 0) not null default 0,
  primary key (user_id, market, hour)
);
create index market_maker_hours_by_hour on market_maker_hours (hour);
