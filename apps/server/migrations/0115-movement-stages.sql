-- When a deposit or a withdrawal came to each of its states: what its owner is shown as a timeline. Triggers write it, so that whoever moves one on cannot forget to.
create table movement_stages (
  id bigint generated always as identity primary key,
  -- Of the deposit or the withdrawal.
  movement uuid not null,
  stage text not null,
  at timestamptz not null
);
create index movement_stages_by_movement on movement_stages (movement, id);

-- What is known of those of before: when they began and when they came to where they stand.
insert into movement_stages (movement, stage, at)
select id, 'pending', seen_at from deposits where status <> 'pending'
union all select id, 'requested', created_at from withdrawals where status <> 'requested';
insert into movement_stages (movement, stage, at)
select id, status, case status when 'pending' then seen_at when 'completed' then coalesce(credited_at, updated_at) else updated_at end from deposits
union all select id, status, case status when 'requested' then created_at else updated_at end from withdrawals;

-- Of a whole statement at once, because a block may bring thousands of deposits.
create function note_first_stages() returns trigger language plpgsql as $$
begin
  insert into movement_stages (movement, stage, at) select id, status, clock_timestamp() from added;
  return null;
end $$;
create function note_next_stages() returns trigger language plpgsql as $$
begin
  insert into movement_stages (movement, stage, at)
  select after.id, after.status, clock_timestamp() from after join before on before.id = after.id where before.status <> after.status;
  return null;
end $$;
create trigger deposit_first_stage after insert on deposits
  referencing new table as added for each statement execute function note_first_stages();
create trigger deposit_next_stage after update on deposits
  referencing old table as before new table as after for each statement execute function note_next_stages();
create trigger withdrawal_first_stage after insert on withdrawals
  referencing new table as added for each statement execute function note_first_stages();
create trigger withdrawal_next_stage after update on withdrawals
  referencing old table as before new table as after for each statement execute function note_next_stages();

-- The few that are not done are found among many that are.
create index deposits_unfinished_of_user on deposits (user_id, seen_at, id) where user_id is not null and status <> 'completed';
create index withdrawals_unfinished_of_user on withdrawals (user_id, created_at, id) where status <> 'completed';
