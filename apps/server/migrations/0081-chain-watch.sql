-- Accounts of keys: the extended public keys that addresses are derived from. Networks of one address format share theirs, so an address belongs to one
-- user on all of them, and the numbers of addresses are counted here.
create table wallet_accounts (
  id smallint generated always as identity primary key,
  public_key text not null unique,
  -- The number of the next address for a deposit.
  next_index integer not null default 0 check (next_index >= 0)
);

-- The public keys as the signer told them at first contact. Another one later is refused: it might be a thief's, and would collect deposits.
create table wallet_keys (
  network text primary key references blockchains (code),
  public_key text not null references wallet_accounts (public_key),
  cold_address text,
  pinned_at timestamptz not null default now()
);

-- Our addresses. Without a user it is the house's: the hot wallet is branch 1, number 0. On a network with memos all users share its address and differ by the
-- memo. Rows of an account are added under a lock of its row in `wallet_accounts`, so that they become visible in the order of their ids.
create table chain_addresses (
  id bigint generated always as identity primary key,
  network text not null references wallet_keys (network),
  account smallint not null references wallet_accounts (id),
  branch smallint not null check (branch in (0, 1)),
  index integer not null check (index >= 0),
  address text not null,
  memo text,
  user_id uuid,
  created_at timestamptz not null default now(),
  -- When money for it was first seen, which makes it a used one.
  first_used_at timestamptz,
  unique nulls not distinct (network, branch, index, memo),
  unique nulls not distinct (network, address, memo)
);
-- What was added since the watchers last looked.
create index chain_addresses_by_account on chain_addresses (account, id);
create index chain_addresses_by_address on chain_addresses (address, coalesce(memo, ''));
create index chain_addresses_by_user on chain_addresses (user_id, network, id) where user_id is not null;
create index chain_addresses_unused on chain_addresses (user_id, network) where user_id is not null and first_used_at is null;

-- The chain as we believe it; a reorganisation deletes what lies above the fork. The checkpoint moves in the transaction that writes what a block brought.
create table chain_blocks (
  network text not null references blockchains (code),
  height integer not null,
  hash text not null,
  parent_hash text,
  time timestamptz not null,
  primary key (network, height)
);
create table chain_checkpoints (
  network text primary key references blockchains (code),
  height integer not null,
  hash text not null
);

-- Transactions of our own, written before they are sent: what they give to our own addresses is no deposit. What a payout gives to a user's address is one.
create table chain_sends (
  network text not null references blockchains (code),
  transaction_id text not null,
  kind text not null check (kind in ('payout', 'sweep', 'top-up', 'cold', 'opening')),
  primary key (network, transaction_id)
);

-- Every output or log that gave something to one of our addresses, once, whatever becomes of it.
create table deposits (
  id uuid primary key default gen_random_uuid(),
  network text not null references blockchains (code),
  transaction_id text not null,
  output_index integer not null,
  address text not null,
  memo text,
  -- Null: nobody's that we know.
  user_id uuid,
  -- Null: a token that is not listed.
  coin text,
  contract text,
  -- In the chain's smallest units.
  chain_amount numeric(78, 0) not null check (chain_amount > 0),
  -- What the ledger took in, fee included: rounded down to its units. What is left over stays here, in the chain's units.
  amount numeric(42, 18),
  remainder numeric(78, 0) not null default 0 check (remainder >= 0),
  fee numeric(42, 18),
  -- pending: waits to be mined, or was unmined. confirming: in a block. crediting: has its booking number, and the command may be on its way.
  -- held: is ours and is credited when the reason goes. failed: vanished from the chain; when it comes back it is pending again.
  status text not null check (status in ('pending', 'confirming', 'crediting', 'completed', 'failed', 'held')),
  reason text,
  booking bigint,
  -- A credited one that a reorganisation took back: the loss is due, then booked; when it is final again, its return is.
  loss text check (loss in ('due', 'booked', 'returning')),
  loss_count integer not null default 0,
  block_height integer,
  block_hash text,
  -- Since when the node has not known it any more.
  missing_at timestamptz,
  -- To the millisecond, as cursors write it.
  seen_at timestamptz not null default date_trunc('milliseconds', now()),
  credited_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (network, transaction_id, output_index),
  check ((block_height is null) = (block_hash is null)),
  check ((status = 'held') = (reason is not null)),
  check (status not in ('crediting', 'completed') or (booking is not null and amount is not null and fee is not null)),
  check (loss is null or status = 'completed')
);
create index deposits_by_height on deposits (network, block_height) where block_height is not null;
create index deposits_open on deposits (network, status, id) where status <> 'completed';
create index deposits_lost on deposits (network) where loss is not null;
create index deposits_by_user on deposits (user_id, seen_at desc, id) where user_id is not null;
