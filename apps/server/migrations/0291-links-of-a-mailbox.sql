-- The mailbox that the link to a user's thread was sent to, as a hash: once the account has another one, it opens nothing. Null: a visitor's, who has only that one.
alter table support_links add column mailbox bytea check (octet_length(mailbox) = 32);
update support_links set mailbox = sha256(convert_to(lower(users.email), 'UTF8'))
  from support_tickets join users on users.id = user_id where support_tickets.id = ticket_id;
