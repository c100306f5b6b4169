-- The wallet's history has one row for each action. Card orders whose money has moved are listed from here, in this order.
create index card_orders_in_history on card_orders (user_id, (coalesce(paid_at, created_at)), id)
  where (side = 'buy' and paid_at is not null) or (side = 'sell' and stage not in ('selling', 'refused'));

-- The ledger lines of a card order are found by their reference.
create index ledger_entries_of_cards on ledger_entries (account, reference) where reference like 'card:%';

-- How much a user asked to swap or sell, where the markets took less. The rest never left the balance, so the journal does not have it.
create table swap_requests (
  -- The number of the swap's command.
  swap_id bigint primary key,
  account uuid not null references users (id),
  asked amount not null
);
alter table card_orders add column asked amount;
