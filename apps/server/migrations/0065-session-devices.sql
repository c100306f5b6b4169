-- Which device a session was opened with, so that whoever ends it from elsewhere makes its device a stranger too. It is no reference: a device that is forgotten leaves its
-- sessions as they are.
alter table user_sessions add column device_hash bytea;
