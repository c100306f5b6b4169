-- Outputs of the Bitcoin family that are ours: of users' addresses, of the house's, change too, and of the cold address. Written from the blocks, in the
-- transaction that moves the checkpoint. A reorganisation takes back the block, or the spending, and leaves the row.
create table chain_outputs (
  network text not null references blockchains (code),
  transaction_id text not null,
  output_index integer not null,
  address text not null,
  -- Whose key spends it. Null: the cold address, whose key is nobody's here.
  branch smallint check (branch in (0, 1)),
  index integer check (index >= 0),
  -- In the chain's smallest units.
  amount numeric(78, 0) not null check (amount > 0),
  -- The block that made it spendable. Null: in none now.
  block_height integer,
  -- The block that spends it, and the transaction that does.
  spent_height integer,
  spent_by text,
  -- The first of the payouts that replace each other and may spend it. It is given free only when none of them can ever be mined; one that was mined keeps it.
  reserved_by uuid references payouts (id) deferrable initially deferred,
  primary key (network, transaction_id, output_index),
  check ((branch is null) = (index is null)),
  check ((spent_height is null) = (spent_by is null)),
  check (reserved_by is null or branch is not null)
);
create index chain_outputs_free on chain_outputs (network, amount)
  where block_height is not null and spent_height is null and reserved_by is null and branch is not null;
create index chain_outputs_by_height on chain_outputs (network, block_height) where block_height is not null;
create index chain_outputs_by_spending on chain_outputs (network, spent_height) where spent_height is not null;
create index chain_outputs_of_payout on chain_outputs (reserved_by) where reserved_by is not null;
