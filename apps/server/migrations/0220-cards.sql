-- Who takes card payments for us, and pays out to cards. The name is part of the house's account, house:acquirer:<name>.
create table card_systems (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  place smallint not null unique,
  purchases_disabled boolean not null default false,
  sales_disabled boolean not null default false
);
insert into card_systems (name, place) values ('cauri', 1), ('payeer', 2), ('sepa', 3);

-- On what terms, in each currency that it takes.
create table card_terms (
  system text not null references card_systems (name),
  currency text not null check (currency in ('USD', 'EUR', 'RUB')),
  purchase_fee_percent numeric(5, 2) not null check (purchase_fee_percent between 0 and 50),
  purchase_fee_fixed amount not null default 0,
  payout_fee_percent numeric(5, 2) not null check (payout_fee_percent between 0 and 50),
  payout_fee_fixed amount not null default 0,
  amount_min amount not null check (amount_min > 0),
  amount_max amount not null check (amount_max >= amount_min),
  primary key (system, currency)
);
insert into card_terms values
  ('cauri', 'USD', 2.90, 0.30, 1.50, 1, 10, 10000),
  ('cauri', 'EUR', 2.90, 0.30, 1.50, 1, 10, 10000),
  ('cauri', 'RUB', 3.50, 15, 2, 60, 1000, 1000000),
  ('payeer', 'USD', 1.50, 0, 1, 0, 5, 10000),
  ('payeer', 'EUR', 1.50, 0, 1, 0, 5, 10000),
  ('payeer', 'RUB', 1.50, 0, 1, 0, 500, 1000000),
  ('sepa', 'EUR', 0.50, 0.20, 0.50, 0.50, 20, 50000);

-- What may be bought with cards, by the level of the account (as for withdrawals), in USDT of value.
create table card_levels (
  level smallint primary key check (level >= 0),
  payment_max amount not null,
  day_max amount not null check (day_max >= payment_max)
);
insert into card_levels values (0, 500, 1000), (1, 5000, 20000), (2, 20000, 100000);

-- A card is known by a token of the pay system and what its owner recognises it by; never by its number.
create table saved_cards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  system text not null references card_systems (name),
  token text not null,
  brand text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  expires_month smallint not null check (expires_month between 1 and 12),
  expires_year smallint not null,
  saved_at timestamptz not null,
  unique (user_id, system, token)
);

-- Purchases and sales. Their steps are a table, and a trigger refuses every other.
create table card_orders (
  id uuid primary key,
  user_id uuid not null references users (id),
  side text not null check (side in ('buy', 'sell')),
  client_id text not null,
  system text not null references card_systems (name),
  method text not null,
  currency text not null check (currency in ('USD', 'EUR', 'RUB')),
  coin text not null references coins (code),
  -- Of a purchase what is charged; of a sale what the coin brought.
  amount amount,
  -- Ours, within that amount.
  fee amount,
  -- Of a purchase what was bought; of a sale what is sold.
  coin_amount amount,
  expected amount not null,
  least amount not null,
  -- In USDT when it was asked for.
  value amount not null,
  stage text not null,
  reason text,
  -- What the pay system calls the payment.
  payment text,
  pay_page text,
  expires_at timestamptz,
  token text,
  save_card boolean not null default false,
  card_brand text,
  card_last_four text,
  destination text,
  holder text,
  -- How the coin is bought or sold, written down before it is tried.
  route text[],
  given amount,
  minimum amount,
  -- The pay system has taken the money back: why, and when we were told.
  reversal text check (reversal in ('refund', 'chargeback')),
  -- What the last reversal could not get back.
  lost amount,
  refunded_by uuid references users (id),
  refund_reason text,
  -- Each movement of money has one number.
  credit_booking bigint,
  hold_booking bigint,
  send_booking bigint,
  settle_booking bigint,
  reversal_booking bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  unique (user_id, client_id),
  unique (system, payment)
);
create index card_orders_of_user on card_orders (user_id, created_at desc, id desc);
create index card_orders_by_age on card_orders (created_at desc, id desc);
create index card_orders_at_work on card_orders (updated_at) where stage not in ('completed', 'refused', 'expired', 'refunded', 'charged_back', 'failed') or reversal is not null;

create table card_order_steps (side text not null, from_stage text not null, to_stage text not null, primary key (side, from_stage, to_stage));
insert into card_order_steps values
  ('buy', 'created', 'pending'), ('buy', 'created', 'expired'), ('buy', 'created', 'paid'),
  ('buy', 'pending', 'authenticating'), ('buy', 'pending', 'refused'), ('buy', 'pending', 'expired'), ('buy', 'pending', 'paid'),
  ('buy', 'authenticating', 'refused'), ('buy', 'authenticating', 'expired'), ('buy', 'authenticating', 'paid'),
  ('buy', 'refused', 'authenticating'), ('buy', 'refused', 'expired'), ('buy', 'refused', 'paid'),
  -- Money that comes late is not lost.
  ('buy', 'expired', 'paid'),
  ('buy', 'paid', 'credited'), ('buy', 'credited', 'completed'),
  ('buy', 'completed', 'refunding'), ('buy', 'refunding', 'refund_asked'), ('buy', 'refunding', 'completed'),
  ('buy', 'refund_asked', 'refunded'), ('buy', 'refund_asked', 'refund_undone'), ('buy', 'refund_undone', 'completed'),
  ('buy', 'completed', 'reversing'), ('buy', 'refunded', 'reversing'), ('buy', 'reversing', 'refunded'), ('buy', 'reversing', 'charged_back'),
  ('sell', 'selling', 'sold'), ('sell', 'selling', 'refused'), ('sell', 'sold', 'sending'), ('sell', 'sold', 'failed'),
  ('sell', 'sending', 'settling'), ('sell', 'settling', 'completed'), ('sell', 'sending', 'returning'), ('sell', 'returning', 'failed');

-- What an order passed, for staff.
create table card_order_log (
  id bigint generated always as identity primary key,
  order_id uuid not null references card_orders (id),
  stage text not null,
  at timestamptz not null
);
create index card_order_log_of_order on card_order_log (order_id, id);

create function follow_card_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'Card orders are kept.' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'UPDATE' and (
    row(new.id, new.user_id, new.side, new.system, new.currency, new.coin) is distinct from row(old.id, old.user_id, old.side, old.system, old.currency, old.coin)
    or (new.side = 'buy' and row(new.amount, new.fee) is distinct from row(old.amount, old.fee))
    or (new.stage <> old.stage and not exists (
      select from card_order_steps where side = new.side and from_stage = old.stage and to_stage = new.stage
    ))
  ) then
    raise exception 'A card order does not go from % to % so.', old.stage, new.stage using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'INSERT' or new.stage <> old.stage then
    insert into card_order_log (order_id, stage, at) values (new.id, new.stage, new.updated_at);
  end if;
  return null;
end
$$;
create trigger card_orders_follow after insert or update or delete on card_orders
  for each row execute function follow_card_order();

-- What pay systems told us, each event once, with what became of it.
create table card_events (
  system text not null references card_systems (name),
  event text not null,
  order_id uuid references card_orders (id),
  state text not null,
  outcome text not null check (outcome in ('applied', 'late', 'refused')),
  received_at timestamptz not null,
  primary key (system, event)
);
create index card_events_of_order on card_events (order_id, received_at) where order_id is not null;

-- What an acquirer owed us and paid to a bank, as staff recorded it.
create table card_settlements (
  id uuid primary key,
  system text not null references card_systems (name),
  currency text not null check (currency in ('USD', 'EUR', 'RUB')),
  bank text not null,
  bank_transaction text not null,
  amount amount not null check (amount > 0),
  stage text not null check (stage in ('booking', 'completed')),
  booking bigint not null,
  recorded_by uuid not null references users (id),
  recorded_at timestamptz not null,
  reason text not null,
  unique (bank, bank_transaction)
);
