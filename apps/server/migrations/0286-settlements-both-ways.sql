-- After refunds and payouts it may be us who owe a pay system, and send it money.
alter table card_settlements add column direction text not null default 'received' check (direction in ('received', 'sent'));
create index card_settlements_by_age on card_settlements (recorded_at desc, id desc);
