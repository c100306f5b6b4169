-- Which rates two people agreed on: one person alone moves a rate only a little, from these on.
alter table fiat_rates
  add column approval_id uuid references approvals (id),
  add constraint fiat_rates_agreed check (approval_id is null or source = 'operator');
