-- A movement of money is a row of its own module first. In the transaction in which it becomes ready to be booked it gets the next number of its
-- series here: without gaps, and one number for one reference, however often it is asked for. The exchange carries each number out once.
create table booking_series (
  series text primary key,
  last_number bigint not null default 0
);

create table bookings (
  series text not null references booking_series,
  number bigint not null,
  -- What the outside knows the movement by: a transaction and its output, a withdrawal, a code, an invoice, an approval.
  reference text not null,
  booked_at timestamptz not null default now(),
  -- Set when the exchange has used the number up and moved nothing: the movement may be booked again, under another number.
  released_at timestamptz,
  primary key (series, number)
);
create unique index bookings_by_reference on bookings (series, reference) where released_at is null;
