-- The swap by which a card order bought or sold its coin: the lines of its trades belong to the order.
alter table card_orders add column swap_id bigint;
create unique index card_orders_of_swap on card_orders (swap_id) where swap_id is not null;

-- The trades of a swap are found by their moment.
create index swaps_by_moment on swaps (account, swapped_at);
