-- By which the same card is known again in another account: a hash of what the pay system calls the card's number, never of the number.
alter table card_orders add column card_mark bytea check (octet_length(card_mark) = 32);
create index card_orders_of_card on card_orders (card_mark, user_id) where card_mark is not null;
