-- The letters in front of a reference come from the exchange's name.
alter table bank_deposits
  drop constraint bank_deposits_reference_check,
  add constraint bank_deposits_reference_check check (reference ~ '^[A-Z]{2,4}-[0-9A-Z]{4}-[0-9A-Z]{4}$');

-- What did not arrive in time.
alter table bank_deposits add column expired_at timestamptz;
create index bank_deposits_waited_for on bank_deposits (created_at) where expired_at is null;

-- What is nobody's, or may not be credited, goes back to where it came from.
alter table bank_arrivals
  drop constraint bank_arrivals_stage_check,
  drop constraint bank_arrivals_check1,
  add constraint bank_arrivals_stage_check check (stage in ('waiting', 'crediting', 'completed', 'returned')),
  add constraint bank_arrivals_booked check (stage in ('waiting', 'returned') or (user_id is not null and booking is not null));
create or replace function refuse_bank_arrival_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or row(new.id, new.bank, new.bank_transaction, new.currency, new.amount)
      is distinct from row(old.id, old.bank, old.bank_transaction, old.currency, old.amount)
    -- The name goes with the person: what arrived stays.
    or (new.sender <> old.sender and new.sender <> 'erased')
    or (new.stage <> old.stage and row(old.stage, new.stage) not in (
      ('waiting', 'crediting'), ('crediting', 'completed'), ('crediting', 'waiting'), ('waiting', 'returned')
    )) then
    raise exception 'What arrived at a bank does not change so.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
