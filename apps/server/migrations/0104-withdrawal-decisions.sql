-- What an operator decided on a held withdrawal, as it was then: `reason` and `updated_at` say what came of it later.
alter table withdrawals
  add column is_approved boolean,
  add column decided_at timestamptz,
  add column decision_reason text;

-- Nothing happens to those of before.
alter table withdrawals disable trigger withdrawal_step;
update withdrawals set (is_approved, decided_at, decision_reason) = (
  select event = 'withdrawal_approved', happened_at, coalesce(details ->> 'reason', '') from security_events
  where event in ('withdrawal_approved', 'withdrawal_rejected') and details ->> 'withdrawal' = withdrawals.id::text
    and actor_id = withdrawals.decided_by
  order by id limit 1
) where decided_by is not null;
update withdrawals set is_approved = status <> 'rejected', decided_at = updated_at, decision_reason = coalesce(reason, '')
where decided_by is not null and decided_at is null;
alter table withdrawals enable trigger withdrawal_step;

alter table withdrawals add constraint withdrawals_decided check (
  (decided_by is null) = (decided_at is null) and (decided_by is null) = (decision_reason is null)
  and (decided_by is null) = (is_approved is null)
);
