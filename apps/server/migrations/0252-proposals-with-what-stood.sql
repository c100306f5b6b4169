-- What stood where a proposal wants something else, when it was made: everybody who votes sees the same difference. It never changes, as the proposal does not.
alter table approvals add column current jsonb not null default '{}';

create or replace function refuse_approval_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and row(
    new.id, new.kind, new.payload::text, new.payload_hash, new.concerns, new.proposed_by, new.proposed_at, new.expires_at, new.votes_needed, new.due_at, new.current
  ) is not distinct from row(
    old.id, old.kind, old.payload::text, old.payload_hash, old.concerns, old.proposed_by, old.proposed_at, old.expires_at, old.votes_needed, old.due_at, old.current
  ) and (
    (old.state in ('open', 'approved') and new.reason = old.reason)
    or (new.reason = 'erased' and row(new.state, new.closed_at, new.failure) is not distinct from row(old.state, old.closed_at, old.failure))
  ) then
    return new;
  end if;
  raise exception 'A proposal does not change.' using errcode = 'insufficient_privilege';
end
$$;
