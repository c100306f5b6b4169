-- Links printed on the machine by which a member of staff sets a lost account up again. Each works once, for a day; only its hash is kept.
-- While a link of a staff account is open, that account cannot log in, even after the link has expired. A new link replaces it.
create table recovery_links (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- Used, or replaced by a later link.
  used_at timestamptz,
  -- What was entered on the page of the link. It takes effect with the proof of the new factor.
  password_hash text,
  email text
);
create unique index recovery_links_open on recovery_links (user_id) where used_at is null;

-- Times in which nothing is paid out, in any coin, whatever else allows it.
create table payout_rests (
  id bigint generated always as identity primary key,
  cause text not null check (cause in ('recovery_begun', 'recovery_finished')),
  -- The member of staff whose account was recovered.
  user_id uuid not null references users (id),
  began_at timestamptz not null,
  until timestamptz not null check (until > began_at)
);
create index payout_rests_by_end on payout_rests (until desc);

-- A proposal that was begun to be carried out may have moved money already, and is not made void any more.
alter table approvals add column begun_at timestamptz;
update approvals set begun_at = now() where state = 'approved';
alter table approvals drop constraint approvals_state_check;
alter table approvals add constraint approvals_state_check
  check (state in ('open', 'approved', 'executed', 'failed', 'rejected', 'withdrawn', 'voided'));
