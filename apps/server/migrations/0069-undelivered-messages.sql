-- What an operator watches: how many messages wait or have failed. Delivered ones are nearly all, and are not looked at for it.
create index messages_undelivered on messages (created_at) where status <> 'delivered';
