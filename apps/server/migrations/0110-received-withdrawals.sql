-- What other users sent to an address of somebody's, which never left, for the lists of whoever got it.
create index withdrawals_of_recipient on withdrawals (recipient, updated_at desc, id) where recipient is not null and status = 'completed';
