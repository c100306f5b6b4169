-- Corrections of networks that wait for a second person. The addresses of nodes carry passwords, so that they lie here and not in what is proposed, which
-- everybody of the staff reads; the proposal has their hash.
create table network_drafts (
  id uuid primary key,
  network text not null references blockchains (code),
  content jsonb not null,
  made_at timestamptz not null default now()
);
