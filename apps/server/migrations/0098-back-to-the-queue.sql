-- What is signed goes back into the queue only when its transaction has expired, which is counted in the same step: any other way it could be paid twice.
create function require_expiry() returns trigger language plpgsql as $$
begin
  if new.expired_payouts <= old.expired_payouts then
    raise exception 'a withdrawal cannot go from % to % but by an expiry', old.status, new.status;
  end if;
  return new;
end $$;
create trigger withdrawal_expiry before update on withdrawals for each row
  when (old.status in ('signed', 'broadcast') and new.status = 'queued') execute function require_expiry();
