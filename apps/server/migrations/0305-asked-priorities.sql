-- How urgent its owner calls a ticket, which they go on seeing: how urgent staff take it to be is `priority`, and staff's alone.
alter table support_tickets add column asked_priority text check (asked_priority in ('low', 'medium', 'high', 'urgent'));
update support_tickets set asked_priority = priority;
alter table support_tickets alter column asked_priority set not null;
