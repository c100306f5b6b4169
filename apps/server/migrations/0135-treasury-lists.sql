-- What staff see of deposits and withdrawals: one list each, of any length, by each of its filters.

-- Above these values, in USDT, one person is not enough to let money go or to credit it. What nobody knows the value of counts as above.
create table treasury_policy (
  is_only boolean primary key default true check (is_only),
  payout_two_people_above amount not null default 100000,
  credit_two_people_above amount not null default 10000
);
insert into treasury_policy default values;

-- The short of where a withdrawal stands, as its owner is told it.
create function withdrawal_status(stage text) returns text language sql immutable parallel safe
  return case
    when stage in ('broadcast', 'confirming') then 'confirming'
    when stage in ('completed', 'failed') then stage
    when stage in ('cancelled', 'rejected') then 'cancelled'
    else 'pending'
  end;

create index withdrawals_by_time on withdrawals (created_at desc, id desc);
create index withdrawals_by_short_status on withdrawals (withdrawal_status(status), created_at desc, id desc);
create index withdrawals_by_coin on withdrawals (coin, created_at desc, id desc);
create index withdrawals_by_network on withdrawals (network, created_at desc, id desc);
create index withdrawals_by_address on withdrawals (address, created_at desc, id desc);
-- What a person or the network has still to do with, those first that a person has.
create index withdrawals_queue on withdrawals ((case status when 'held' then 0 else 1 end), created_at, id)
  where status in ('confirmed', 'held', 'queued', 'built', 'signed', 'broadcast', 'confirming');

create index deposits_by_time on deposits (seen_at desc, id desc);
create index deposits_by_coin on deposits (coin, seen_at desc, id desc);
create index deposits_by_network on deposits (network, seen_at desc, id desc);
create index deposits_by_address on deposits (address);
