-- Counts the changes to candles that are closed. A server keeps closed candles in memory and reads this number with every answer: when it differs, the server
-- empties that memory. The follower of the journal changes only the newest candles, so its writes do not count; emptying the table for a rebuild does.
create table candle_history (
  one boolean primary key default true check (one),
  revision bigint not null
);
insert into candle_history (revision) values (1);

create function count_candle_history() returns trigger language plpgsql as $$
begin
  insert into candle_history (revision) values (1) on conflict (one) do update set revision = candle_history.revision + 1;
  return null;
end $$;

create trigger candles_emptied after delete or truncate on candles
  for each statement execute function count_candle_history();
create trigger candle_seeds_changed after insert or update or delete or truncate on candle_seeds
  for each statement execute function count_candle_history();
