-- Where users send a currency to, and on what terms. The name is that of the house's account, house:bank:<name>: it stands in the journal for ever.
create table bank_accounts (
  currency text primary key references coins (code),
  currency_kind text not null default 'fiat' check (currency_kind = 'fiat'),
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  holder text not null check (holder <> ''),
  account text not null check (account <> ''),
  bank text not null check (bank <> ''),
  bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  deposit_fee amount not null default 0,
  deposit_min amount not null default 0,
  deposit_max amount check (deposit_max >= deposit_min),
  deposits_disabled boolean not null default false,
  foreign key (currency, currency_kind) references coins (code, kind)
);

-- Transfers that users announced. The reference tells whose money it is.
create table bank_deposits (
  id uuid primary key,
  user_id uuid not null references users (id),
  currency text not null references bank_accounts (currency),
  amount amount not null check (amount > 0),
  reference text not null unique check (reference ~ '^EMP-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  created_at timestamptz not null
);
create index bank_deposits_of_user on bank_deposits (user_id, created_at desc, id desc);

-- What arrived at a bank, as staff recorded it. The bank's own number is unique: a payment is credited once, whoever records it.
create table bank_arrivals (
  id uuid primary key,
  bank text not null,
  bank_transaction text not null,
  currency text not null references bank_accounts (currency),
  amount amount not null check (amount > 0),
  fee amount not null default 0 check (fee < amount),
  sender text not null,
  reference text,
  -- Null: the reference is nobody's.
  deposit_id uuid references bank_deposits (id),
  -- Null: nobody has said whose it is.
  user_id uuid references users (id),
  stage text not null check (stage in ('waiting', 'crediting', 'completed')),
  booking bigint check (booking > 0),
  recorded_by uuid not null references users (id),
  recorded_at timestamptz not null,
  reason text not null check (length(reason) between 3 and 500),
  credited_at timestamptz,
  unique (bank, bank_transaction),
  check (stage = 'waiting' or (user_id is not null and booking is not null)),
  check ((stage = 'completed') = (credited_at is not null))
);
create index bank_arrivals_by_age on bank_arrivals (recorded_at desc, id desc);
create index bank_arrivals_of_stage on bank_arrivals (stage, recorded_at desc, id desc) where stage <> 'completed';
create index bank_arrivals_of_deposit on bank_arrivals (deposit_id) where deposit_id is not null;

create function refuse_bank_arrival_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or row(new.id, new.bank, new.bank_transaction, new.currency, new.amount, new.sender)
      is distinct from row(old.id, old.bank, old.bank_transaction, old.currency, old.amount, old.sender)
    or row(old.stage, new.stage) not in (('waiting', 'crediting'), ('crediting', 'completed'), ('crediting', 'waiting')) then
    raise exception 'What arrived at a bank does not change so.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger bank_arrivals_do_not_change before update or delete on bank_arrivals
  for each row execute function refuse_bank_arrival_change();
