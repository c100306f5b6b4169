-- What the last refund or chargeback took off the account, in the currency, and whether it suspended its owner.
alter table card_orders add column taken amount, add column suspended_owner boolean not null default false;

-- Of those of before: a refund took all that was credited, a chargeback what it did not lose.
update card_orders set taken = case when lost is null then amount - fee else greatest(amount - fee - lost, 0) end
where side = 'buy' and stage in ('refunded', 'charged_back');
