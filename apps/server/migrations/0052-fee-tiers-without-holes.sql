-- A market's fees are a list, and an account's tier is a place in it: the numbers of the tiers are 0, 1, 2 and so on, without holes. Looked at when a transaction ends,
-- so that tiers can be taken out and moved within one.
create function refuse_holes_in_fee_tiers() returns trigger language plpgsql as $$
begin
  if (select min(tier) <> 0 or max(tier) <> count(*) - 1 or count(*) = 0 from fee_tiers) then
    raise exception 'The fee tiers must be numbered from 0 without holes.' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger fee_tiers_have_no_holes after insert or update of tier or delete on fee_tiers
deferrable initially deferred for each row execute function refuse_holes_in_fee_tiers();
