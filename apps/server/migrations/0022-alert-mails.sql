-- How many mails about alerts a user got within the hour that began at `since`. Their own removing of alerts does not lower it.
create table alert_mails (
  user_id uuid primary key,
  since timestamptz not null,
  mails integer not null check (mails > 0)
);
