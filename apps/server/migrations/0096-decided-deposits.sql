-- What an operator decided on a deposit that was held.
alter table deposits
  -- Whom it is booked to: its owner, or the house, whose own money it then is.
  add column booked_to text not null default 'owner' check (booked_to in ('owner', 'house')),
  -- An operator named the owner, because the chain did not.
  add column is_owner_named boolean not null default false,
  add column decided_by uuid references users (id),
  add column decided_at timestamptz,
  add column decision_reason text,
  add constraint deposits_decided check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (decision_reason is null)),
  add constraint deposits_of_house check (booked_to = 'owner' or (decided_by is not null and user_id is null));

-- The operator's list: by stage, the oldest first.
create index deposits_by_status on deposits (status, seen_at, id) where status <> 'completed';

-- Every step that a deposit can take. Nothing else can happen to one, whatever the program says.
create table deposit_steps (
  before text not null,
  after text not null,
  primary key (before, after)
);
insert into deposit_steps values
  ('pending', 'confirming'), ('pending', 'failed'),
  ('failed', 'pending'), ('failed', 'confirming'),
  ('confirming', 'pending'), ('confirming', 'held'), ('confirming', 'crediting'),
  ('held', 'confirming'), ('held', 'crediting'), ('held', 'failed'),
  ('crediting', 'completed'), ('crediting', 'held');

create function require_deposit_step() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (
    select from deposit_steps where before = old.status and after = new.status
  ) then
    raise exception 'a deposit cannot go from % to %', old.status, new.status;
  end if;
  if (new.network, new.transaction_id, new.output_index, new.address, new.memo, new.contract)
    is distinct from (old.network, old.transaction_id, old.output_index, old.address, old.memo, old.contract) then
    raise exception 'which output a deposit is never changes';
  end if;
  if old.status in ('crediting', 'completed') and new.status in ('crediting', 'completed')
    and (new.user_id, new.coin, new.chain_amount, new.amount, new.fee, new.booked_to, new.booking)
    is distinct from (old.user_id, old.coin, old.chain_amount, old.amount, old.fee, old.booked_to, old.booking) then
    raise exception 'what a deposit credits to whom never changes';
  end if;
  return new;
end $$;
create trigger deposit_step before update on deposits for each row execute function require_deposit_step();
