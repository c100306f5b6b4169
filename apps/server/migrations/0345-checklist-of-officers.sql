-- When the proof of address was written, as the provider says, and what the officer who decided had looked at.
alter table kyc_applications add column address_issued_on date;
alter table kyc_applications add column checks text[] not null default '{}';
