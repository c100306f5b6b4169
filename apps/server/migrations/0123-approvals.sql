-- What needs a second person. A proposal never changes but for what becomes of it. `payload` is of the type json because it keeps the text that was hashed.
create table approvals (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z_]{2,40}$'),
  payload json not null,
  payload_hash bytea not null,
  reason text not null check (length(reason) between 3 and 500),
  -- Whose account it concerns: they have no vote.
  concerns uuid references users (id),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > proposed_at),
  -- The rules of the moment of the proposal. None needed: it is carried out when it is due.
  votes_needed smallint not null check (votes_needed >= 0),
  due_at timestamptz check ((due_at is not null) = (votes_needed = 0)),
  state text not null default 'open' check (state in ('open', 'approved', 'executed', 'failed', 'rejected', 'withdrawn')),
  closed_at timestamptz,
  failure text,
  check ((state in ('open', 'approved')) = (closed_at is null)),
  check ((state = 'failed') = (failure is not null))
);
create index approvals_by_age on approvals (proposed_at desc, id desc);
create index approvals_of_state on approvals (state, proposed_at desc, id desc);
create index approvals_of_kind on approvals (kind, proposed_at desc, id desc);

create function refuse_approval_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state in ('open', 'approved') and row(
    new.id, new.kind, new.payload::text, new.payload_hash, new.reason, new.concerns, new.proposed_by, new.proposed_at, new.expires_at, new.votes_needed, new.due_at
  ) is not distinct from row(
    old.id, old.kind, old.payload::text, old.payload_hash, old.reason, old.concerns, old.proposed_by, old.proposed_at, old.expires_at, old.votes_needed, old.due_at
  ) then
    return new;
  end if;
  raise exception 'A proposal does not change.' using errcode = 'insufficient_privilege';
end
$$;
create trigger approvals_do_not_change before update or delete on approvals
  for each row execute function refuse_approval_change();

create table approval_votes (
  approval_id uuid not null references approvals (id),
  voter_id uuid not null references users (id),
  approves boolean not null,
  reason text not null,
  -- By what the voter proved to be themselves.
  factor text not null,
  voted_at timestamptz not null,
  primary key (approval_id, voter_id)
);
create trigger approval_votes_do_not_change before update or delete or truncate on approval_votes
  for each statement execute function refuse_change();
