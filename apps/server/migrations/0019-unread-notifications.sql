-- How many a user has not seen is asked for on every page.
create index user_notifications_unread on user_notifications (user_id, id) where dismissed_at is null and read_at is null;
