-- When backup codes were made: those of the days before "this was not me" may be in a stranger's hands.
alter table backup_codes add column created_at timestamptz not null default now();
