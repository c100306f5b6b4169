-- For so many hours after a card payment as much as it brought stays in the account, because a payment that is charged back takes it again. 0: nothing does.
alter table withdrawal_policy
  add column card_hold_hours integer not null default 72 check (card_hold_hours between 0 and 8760);
