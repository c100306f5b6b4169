-- When a mail was last sent for the registration to its address; null when none was. A registration with a mail is kept until it expires.
-- Older rows do not tell, so each of them that asked for a mail counts as one that got it.
alter table registrations add column mailed_at timestamptz;
update registrations set mailed_at = last_mail_at;

-- When newer registrations without a mail took the place of this one. The newest such row of an address stays, without password and details, until it expires.
alter table registrations add column replaced_at timestamptz;
