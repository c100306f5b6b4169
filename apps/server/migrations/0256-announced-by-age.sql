-- Staff look through what was announced, newest first.
create index bank_deposits_by_age on bank_deposits (created_at desc, id desc);
