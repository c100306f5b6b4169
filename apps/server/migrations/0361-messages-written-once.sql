-- What the client called a message: sent twice, because no answer came, it is written once.
alter table support_messages add column client_id text check (length(client_id) between 1 and 64);
create unique index support_messages_once on support_messages (author_id, client_id) where client_id is not null and not by_link;
create unique index support_messages_once_by_link on support_messages (ticket_id, client_id) where client_id is not null and by_link;
