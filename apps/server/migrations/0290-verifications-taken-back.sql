-- Staff take a verification back; what is under way ends with it.
insert into kyc_status_steps values ('approved', 'rejected');
insert into kyc_application_steps values ('approved', 'rejected'), ('submitted', 'rejected');

alter table kyc_applications
  -- When staff took it back: whatever its owner applies for next is decided by staff.
  add column revoked_at timestamptz,
  -- By which the same document is found in another account: a hash of its number with a key of SECRET. It goes with the number.
  add column document_mark bytea,
  -- When the provider was last asked about it, so that everybody's turn comes.
  add column tried_at timestamptz;
create index kyc_applications_by_mark on kyc_applications (document_mark) where document_mark is not null;
create index kyc_applications_revoked on kyc_applications (user_id) where revoked_at is not null;
