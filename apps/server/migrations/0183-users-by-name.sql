-- Lists of staff are narrowed to somebody by name, in whatever case it was typed.
create index users_by_lower_username on users (lower(username));
