-- Of a ticket that was closed long ago a file is removed; that there was one, and what it was called, stays in the thread.
alter table support_attachments add column removed_at timestamptz;
alter table support_attachments add constraint support_attachments_removed check (removed_at is null or octet_length(sealed) = 0);
-- What one account stores is counted before each upload, and what is to be removed is looked for every hour.
create index support_attachments_of_uploader on support_attachments (uploader_id) include (bytes) where removed_at is null;
create index support_tickets_closed on support_tickets (closed_at) where closed_at is not null;
