-- The dashboard counts what was charged back, however many card payments there are.
create index card_orders_charged_back on card_orders (created_at desc, id desc) where stage = 'charged_back';
