-- What left the house's fees for a reason of the house, which is no fee that was given back. There are few, so that earnings are told apart from it at no cost.
create index ledger_entries_fees_spent on ledger_entries (coin, at)
  where account = 'house:fees' and kind in ('pool', 'pool_returned', 'fees_out', 'loss_covered');

-- How often people were refused what they asked for, by the hour of UTC and the code they were told. Kept for a week.
create table refusals_by_hour (
  hour timestamptz not null,
  code text not null,
  refused bigint not null check (refused > 0),
  primary key (hour, code)
) with (fillfactor = 50);

-- The dashboard counts chargebacks of late and those that still keep their owner suspended, however many there ever were.
drop index card_orders_charged_back;
create index card_orders_charged_back on card_orders (updated_at) where stage = 'charged_back';
create index card_orders_suspending on card_orders (user_id) where suspended_owner;

-- Whoever makes a backup notes it here, with the moment as of which it is: when it began. See docs/operating.md.
create table backups (
  began_at timestamptz not null,
  kind text not null check (kind in ('dump', 'base')),
  noted_at timestamptz not null default now()
);
create index backups_newest on backups (began_at desc);

create procedure note_backup(kind text, began_at timestamptz) language plpgsql as $$
begin
  if note_backup.began_at is null or note_backup.began_at > clock_timestamp() then
    raise exception 'A backup begins before it is noted.';
  end if;
  insert into backups (began_at, kind) values (note_backup.began_at, note_backup.kind);
end
$$;
