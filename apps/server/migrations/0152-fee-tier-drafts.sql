-- Fee tiers that two people agreed on, from a moment on. Of one day there is one.
create table fee_tier_drafts (
  id uuid primary key references approvals (id),
  effective_at timestamptz not null,
  tiers jsonb not null,
  applied_at timestamptz
);
create unique index fee_tier_drafts_of_day on fee_tier_drafts (((effective_at at time zone 'UTC')::date)) where applied_at is null;
