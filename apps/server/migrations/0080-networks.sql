-- What the wallet must know of a network. Rows of before belong to the demo, whose chain is of our own making; an exchange with real coins is not started with them.
alter table blockchains
  -- Which adapter talks to it.
  add column family text not null default 'development'
    check (family in ('development', 'bitcoin', 'evm', 'tron')),
  add column address_format text not null default 'evm'
    check (address_format in ('bitcoin', 'litecoin', 'evm', 'tron', 'xrp')),
  -- What tells apart the users who share an address: nothing, a destination tag (a number) or a memo (a text).
  add column memo text check (memo in ('tag', 'memo')),
  add column deposits_disabled boolean not null default false,
  add column withdrawals_disabled boolean not null default false,
  -- What only its adapter understands, such as the chain id of an EVM network.
  add column parameters jsonb not null default '{}' check (jsonb_typeof(parameters) = 'object');

update blockchains set address_format = code where code in ('bitcoin', 'tron');

alter table blockchains
  alter column family drop default,
  alter column address_format drop default;

-- What a coin costs and allows on each of its networks. Amounts are in the coin, as in the ledger.
alter table coin_blockchains
  -- Of a token; null for the coin of the chain itself.
  add column contract text check (contract <> ''),
  -- How finely the chain counts it, which may be finer or coarser than the ledger does.
  add column decimals integer check (decimals between 0 and 36),
  -- Null: as many as the network wants.
  add column confirmations integer check (confirmations >= 1),
  add column deposit_fee amount not null default 0,
  add column deposit_min amount not null default 0,
  add column deposit_max amount check (deposit_max >= deposit_min),
  add column withdrawal_fee amount not null default 0,
  add column withdrawal_min amount not null default 0,
  add column withdrawal_max amount check (withdrawal_max >= withdrawal_min),
  add column deposits_disabled boolean not null default false,
  add column withdrawals_disabled boolean not null default false;

update coin_blockchains set
  decimals = coins.decimals,
  deposit_fee = coins.deposit_fee, deposit_min = coins.deposit_min, deposit_max = coins.deposit_max,
  withdrawal_fee = coins.withdrawal_fee, withdrawal_min = coins.withdrawal_min, withdrawal_max = coins.withdrawal_max
from coins where coins.code = coin_blockchains.coin;

alter table coin_blockchains alter column decimals set not null;

-- A transfer of a contract is a transfer of one coin.
create unique index coin_blockchains_contract on coin_blockchains (blockchain, contract) where contract is not null;

-- They stand at the coin's networks now. What leaves within a day counts over all of them and stays at the coin.
alter table coins
  drop column deposit_fee,
  drop column deposit_min,
  drop column deposit_max,
  drop column withdrawal_fee,
  drop column withdrawal_min,
  drop column withdrawal_max;
