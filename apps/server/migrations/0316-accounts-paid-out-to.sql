-- Whether an account was paid out to before is asked of sales too.
create index card_orders_by_destination on card_orders (destination) where destination is not null;
-- What a bank brought an account, for its card.
create index bank_arrivals_of_user on bank_arrivals (user_id) where user_id is not null;
