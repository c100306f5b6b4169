-- The bar of an incident that is open: readers cannot close it.
alter table announcements add column is_incident boolean not null default false;
update announcements set is_incident = true where id in (select announcement_id from incidents where announcement_id is not null);
