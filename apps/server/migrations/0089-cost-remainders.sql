-- The few that have one are added up whenever the books are compared.
create index payouts_with_remainder on payouts (network) where cost_remainder > 0;
