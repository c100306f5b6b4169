-- Banks print the number of a payment in capitals, small letters or both: one number counts once, however it is typed. Rows from before stay as they are.
create function skip_known_bank_number() returns trigger language plpgsql as $$
declare
  known boolean;
begin
  -- Of two at once the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || ' ' || new.bank || ' ' || lower(new.bank_transaction), 0));
  execute format('select exists (select from %I where bank = $1 and lower(bank_transaction) = lower($2))', tg_table_name)
    into known using new.bank, new.bank_transaction;
  -- Skipped like a conflict of the unique index: the insert returns no row.
  if known then return null; end if;
  return new;
end
$$;
create index bank_arrivals_by_number on bank_arrivals (bank, lower(bank_transaction));
create index bank_payouts_by_number on bank_payouts (bank, lower(bank_transaction));
create index card_settlements_by_number on card_settlements (bank, lower(bank_transaction));
create trigger bank_arrivals_number before insert on bank_arrivals for each row execute function skip_known_bank_number();
create trigger bank_payouts_number before insert on bank_payouts for each row execute function skip_known_bank_number();
create trigger card_settlements_number before insert on card_settlements for each row execute function skip_known_bank_number();
