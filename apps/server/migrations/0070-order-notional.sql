-- What was filled as price times quantity, summed up in units of both, so that an average price is exact: `total` is money, and each fill rounds it.
-- The orders are projected anew, which fills it in.
alter table open_orders add column notional numeric(60, 0) not null default 0;
alter table closed_orders add column notional numeric(60, 0) not null default 0;
create or replace view orders as select * from open_orders union all select * from closed_orders;
