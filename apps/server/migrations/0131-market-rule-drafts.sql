-- Rules of a market that two people agreed on and that count from a moment on. A job puts them into the table pairs.
create table market_rule_drafts (
  -- The proposal by which it came.
  id uuid primary key references approvals (id),
  pair text not null references pairs (code),
  effective_at timestamptz not null,
  rules jsonb not null check (jsonb_typeof(rules) = 'object'),
  state text not null default 'scheduled' check (state in ('scheduled', 'applied', 'cancelled')),
  closed_at timestamptz,
  check ((state = 'scheduled') = (closed_at is null))
);
-- Of one day there is one set of rules.
create unique index market_rule_drafts_of_day on market_rule_drafts (pair, ((effective_at at time zone 'UTC')::date)) where state = 'scheduled';
create index market_rule_drafts_by_time on market_rule_drafts (pair, effective_at desc);
