-- Links by which the first administrator of an installation is made. Each counts once, for a day; only its hash is kept. A newer one ends those before it.
create table administrator_links (
  token_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The account that is being set up with it: inactive and without a role until its factor has been proved.
  user_id uuid references users (id)
);
create unique index administrator_links_open on administrator_links ((true)) where used_at is null;
