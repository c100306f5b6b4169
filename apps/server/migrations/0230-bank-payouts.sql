-- A currency leaves by bank transfer, as a withdrawal like any other: its network is the word 'bank', which no network has.
alter table blockchains add constraint blockchains_not_bank check (code <> 'bank');

alter table withdrawals
  drop constraint withdrawals_network_fkey,
  add column chain text generated always as (nullif(network, 'bank')) stored references blockchains (code),
  -- In whose name the account is that it goes to, as the bank is told it.
  add column holder text check (length(holder) between 1 and 140),
  add constraint withdrawals_bank check ((network = 'bank') = (coin in ('USD', 'EUR', 'RUB')) and (network = 'bank') = (holder is not null)),
  drop constraint withdrawals_check,
  add constraint withdrawals_of_payouts check (
    payout_id is not null or network = 'bank' or status not in ('built', 'signed', 'broadcast', 'confirming')
  ),
  drop constraint withdrawals_books_check,
  add constraint withdrawals_books_check check (books in (
    'none', 'holding', 'held', 'releasing', 'released', 'leaving', 'in_flight', 'returning', 'returned', 'transferring', 'moved', 'settling', 'settled',
    'refused'
  ));
drop index withdrawals_being_booked;
create index withdrawals_being_booked on withdrawals (created_at)
  where books in ('holding', 'releasing', 'leaving', 'returning', 'transferring', 'settling');

alter table saved_addresses
  drop constraint saved_addresses_network_fkey,
  add column chain text generated always as (nullif(network, 'bank')) stored references blockchains (code),
  add column holder text check (length(holder) between 1 and 140),
  add constraint saved_addresses_bank check (
    (network = 'bank') = (coin in ('USD', 'EUR', 'RUB')) and (network = 'bank') = (holder is not null)
  );

-- Staff has sent it; a chain's has bytes first, and a payout, which the check above asks for.
insert into withdrawal_steps values ('built', 'broadcast');
create or replace function require_withdrawal_step() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (
    select from withdrawal_steps where before = old.status and after = new.status
  ) then
    raise exception 'a withdrawal cannot go from % to %', old.status, new.status;
  end if;
  if old.status = 'built' and new.status = 'broadcast' and new.network <> 'bank' then
    raise exception 'a withdrawal is signed before it is sent';
  end if;
  -- The name goes with the person: what was paid stays.
  if (new.user_id, new.coin, new.network, new.address, new.memo, new.amount, new.fee)
      is distinct from (old.user_id, old.coin, old.network, old.address, old.memo, old.amount, old.fee)
    or (new.holder is distinct from old.holder and new.holder is distinct from 'erased') then
    raise exception 'what a withdrawal pays to whom never changes';
  end if;
  new.updated_at := now();
  return new;
end $$;

-- What our banks were told to pay. The bank's own number is unique: one payment of a bank pays one withdrawal.
create table bank_payouts (
  withdrawal_id uuid primary key references withdrawals (id),
  bank text not null,
  bank_transaction text not null check (bank_transaction <> ''),
  sent_by uuid not null references users (id),
  sent_at timestamptz not null,
  unique (bank, bank_transaction)
);
create trigger bank_payouts_do_not_change before update or delete on bank_payouts
  for each statement execute function refuse_change();

alter table bank_accounts
  add column withdrawal_fee amount not null default 0,
  add column withdrawal_min amount not null default 0,
  add column withdrawal_max amount check (withdrawal_max >= withdrawal_min),
  -- Nobody pays out by hand before an operator has said on what terms.
  add column withdrawals_disabled boolean not null default true;
