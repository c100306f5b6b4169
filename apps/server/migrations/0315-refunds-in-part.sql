-- What of a purchase is given back, each time for itself: refunds by staff, by the pay system on its own (`decided_by` is empty), and the chargeback. Together never more than was paid.
create table card_reversals (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references card_orders (id),
  place smallint not null check (place > 0),
  kind text not null check (kind in ('refund', 'chargeback')),
  -- Of the payment; the fee is what of it was ours.
  amount amount not null check (amount > 0),
  fee amount not null check (fee >= 0 and fee <= amount),
  -- `uncovered`: the account had too little, and nothing moved. `undone`: the pay system would not return it, and the account has it again.
  state text not null default 'open' check (state in ('open', 'done', 'undone', 'uncovered')),
  -- What came off the account, and what could not be got back.
  taken amount,
  lost amount,
  -- What the journal knows it by, and the numbers of its movements.
  reference text not null unique,
  booking bigint not null,
  undo_booking bigint,
  -- Whoever asks for the same refund again has the same.
  client_id text,
  decided_by uuid references users (id),
  reason text,
  begun_at timestamptz not null,
  ended_at timestamptz,
  unique (order_id, place),
  unique (order_id, client_id)
);
create unique index card_reversals_open on card_reversals (order_id) where state = 'open';

create function check_card_reversal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'What was given back of a card payment is kept.' using errcode = 'insufficient_privilege';
  end if;
  if (select sum(amount) from card_reversals where order_id = new.order_id and state in ('open', 'done'))
    > (select amount from card_orders where id = new.order_id) then
    raise exception 'More would be given back of a card payment than was paid.' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'UPDATE' and (
    row(new.order_id, new.place, new.kind, new.amount, new.fee, new.reference, new.booking)
      is distinct from row(old.order_id, old.place, old.kind, old.amount, old.fee, old.reference, old.booking)
    or (old.state <> 'open' and new.state <> old.state)
  ) then
    raise exception 'What was given back of a card payment does not change.' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
create trigger card_reversals_check after insert or update or delete on card_reversals
  for each row execute function check_card_reversal();

-- What has been given back, and what the pay system says that it gave back in refunds: where it says more, the difference is still to be taken.
alter table card_orders
  add column returned amount not null default 0,
  add column refund_told amount not null default 0;

insert into card_reversals (order_id, place, kind, amount, fee, state, taken, lost, reference, booking, undo_booking, decided_by, reason, begun_at, ended_at)
select id, 1, case when stage = 'charged_back' or (stage = 'reversing' and reversal = 'chargeback') then 'chargeback' else 'refund' end,
  amount, fee, case when stage in ('refunded', 'charged_back') then 'done' else 'open' end,
  case when stage in ('refunded', 'charged_back') then coalesce(taken, 0) end, lost, 'card:' || id,
  coalesce(reversal_booking, 0), case when stage = 'refund_undone' then settle_booking end,
  case when stage in ('refunding', 'refund_asked', 'refund_undone', 'refunded') then refunded_by end, refund_reason, updated_at,
  case when stage in ('refunded', 'charged_back') then updated_at end
from card_orders
where side = 'buy' and stage in ('refunding', 'refund_asked', 'refund_undone', 'refunded', 'reversing', 'charged_back');

update card_orders set returned = amount where side = 'buy' and stage in ('refunded', 'charged_back');
update card_orders set refund_told = amount where reversal = 'refund' and side = 'buy';
update card_orders set reversal = null where reversal = 'refund' or stage = 'reversing';

alter table card_orders drop constraint card_orders_reversal_check;
alter table card_orders add check (reversal = 'chargeback'), add check (returned <= amount);
alter table card_orders drop column taken, drop column lost, drop column refunded_by, drop column refund_reason, drop column reversal_booking;

drop index card_orders_at_work;
create index card_orders_at_work on card_orders (updated_at)
  where stage not in ('completed', 'refused', 'expired', 'refunded', 'charged_back', 'failed') or reversal is not null or refund_told > returned;

-- Of what was given back whole nothing can be taken again; of what was given back in part the rest can.
delete from card_order_steps where side = 'buy' and from_stage = 'refunded' and to_stage = 'reversing';
insert into card_order_steps values ('buy', 'refund_asked', 'completed'), ('buy', 'reversing', 'completed');
