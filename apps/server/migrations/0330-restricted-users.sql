-- The list of users by restriction. Whether a freeze is over is asked of the rows; those that ever had one are few.
drop index users_switched_off;
create index users_restricted on users (created_at desc, id desc) where
  not trading_enabled or not withdrawal_enabled or frozen_at is not null or payouts_frozen_until is not null or staff_freeze_until is not null;
