-- What one person credited alone. Many small credits are one large one: what one user got in a day, and what one operator gave, is counted.
alter table bank_arrivals add column alone boolean not null default false;
create index bank_arrivals_alone on bank_arrivals (recorded_at) where alone;
