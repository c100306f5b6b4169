-- Which browser a device token lies in. Accounts that are used in one browser one after the other share it, so that one person with two accounts is not taken for
-- two people. Sessions keep it beyond the device, which may be forgotten.
alter table user_devices add column browser_id uuid not null default gen_random_uuid();
alter table user_sessions add column browser_id uuid;
create index user_sessions_by_browser on user_sessions (browser_id) where browser_id is not null;
