-- A program that lost its connection knows its own name of an order and nothing else.
create index closed_orders_by_client_id on closed_orders (account, client_order_id) where client_order_id is not null;
