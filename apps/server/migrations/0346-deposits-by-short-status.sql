-- What is too small to credit stays held for ever, and there is a lot of it: the lists of what waits are found in the order they are read in, and not sorted.

-- The short of where a deposit stands, as its owner is told it.
create function deposit_status(stage text) returns text language sql immutable parallel safe
  return case
    when stage in ('pending', 'held') then 'pending'
    when stage in ('confirming', 'crediting') then 'confirming'
    else stage
  end;

create index deposits_by_short_status on deposits (deposit_status(status), seen_at desc, id desc) where status <> 'completed';
create index deposits_held_by_reason on deposits (reason, seen_at desc, id desc) where status = 'held';
create index deposits_held_by_coin on deposits (coin, seen_at desc, id desc) where status = 'held';
