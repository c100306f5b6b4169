-- When the mail with the link of a withdrawal was sent last, so that another one is sent a minute later at the earliest.
alter table withdrawals add column link_sent_at timestamptz;
