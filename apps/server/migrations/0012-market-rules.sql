-- What an order in a pair must keep to. The core enforces it; the server tells the core at start and after every change.
alter table pairs
  -- How fine prices and quantities are in the order book. Fixed for ever once the market has opened in the core.
  add column price_decimals integer,
  add column quantity_decimals integer,
  -- Prices are whole ticks and quantities whole lots.
  add column tick amount,
  add column lot amount,
  add column quantity_min amount,
  add column quantity_max amount,
  -- Of price times quantity, in the quote coin.
  add column cost_min amount not null default 1,
  add column cost_max amount not null default 5000000,
  -- How far from the last price a price may be; zero for no band.
  add column band_percent numeric(6, 4) not null default 50 check (band_percent between 0 and 99),
  add column state text not null default 'open' check (state in ('open', 'post_only', 'cancel_only', 'halted')),
  -- Switched off by an operator: nobody places orders, everybody can cancel theirs.
  add column disabled boolean not null default false;

update pairs set
  price_decimals = scale(trim_scale(book_steps[cardinality(book_steps)])),
  quantity_decimals = least(coins.decimals, 6),
  tick = book_steps[cardinality(book_steps)],
  lot = power(10::numeric, -least(coins.decimals, 6)),
  quantity_min = power(10::numeric, -least(coins.decimals, 6)),
  quantity_max = 1000000
from coins where coins.code = pairs.base;

alter table pairs
  alter column price_decimals set not null,
  alter column quantity_decimals set not null,
  alter column tick set not null,
  alter column lot set not null,
  alter column quantity_min set not null,
  alter column quantity_max set not null,
  add check (price_decimals between 0 and 18 and quantity_decimals between 0 and 18),
  add check (tick > 0 and tick = trunc(tick, price_decimals)),
  add check (lot > 0 and lot = trunc(lot, quantity_decimals)),
  add check (quantity_min > 0 and quantity_min = trunc(quantity_min, quantity_decimals)),
  add check (quantity_max >= quantity_min and quantity_max = trunc(quantity_max, quantity_decimals)),
  -- The book counts in whole numbers that a double holds exactly.
  add check (quantity_max * power(10::numeric, quantity_decimals) <= 9007199254740991),
  add check (cost_min > 0 and cost_max >= cost_min);
