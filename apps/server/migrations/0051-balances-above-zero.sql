-- Nobody has less than nothing, here as in the core. The accounts of the house that stand for what is outside the exchange, or for what it lost, may be below zero.
create function may_be_negative(account text) returns boolean
language sql immutable strict parallel safe
return account ~ '^house:(custody|bank|acquirer|adjustments|network-costs|reorg-loss|chargeback-loss)(:|$)';

alter table balances add constraint balances_are_allowed check (
  orders >= 0 and withdrawals >= 0 and codes >= 0 and (available >= 0 or may_be_negative(account))
);
