-- Test coins that users of a demo took from a tap, which gives so many times an hour.
create table development_takings (
  user_id uuid not null references users (id) on delete cascade,
  coin text not null references coins (code),
  network text not null,
  transaction_id text not null,
  taken_at timestamptz not null,
  primary key (user_id, coin, taken_at, transaction_id)
);
