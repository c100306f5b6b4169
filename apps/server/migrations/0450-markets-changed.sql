-- Signals every process, after the commit, that coins or markets have changed, by staff or by SQL.
create function tell_markets_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('markets_changed', 'null');
  return null;
end
$$;
create trigger coins_changed after insert or update or delete on coins
for each statement execute function tell_markets_changed();
create trigger pairs_changed after insert or update or delete on pairs
for each statement execute function tell_markets_changed();
create trigger blockchains_changed after insert or update or delete on blockchains
for each statement execute function tell_markets_changed();
create trigger coin_blockchains_changed after insert or update or delete on coin_blockchains
for each statement execute function tell_markets_changed();
create trigger bank_accounts_changed after insert or update or delete on bank_accounts
for each statement execute function tell_markets_changed();
create trigger coin_stops_changed after insert or update or delete on coin_stops
for each statement execute function tell_markets_changed();
