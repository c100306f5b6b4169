-- A currency is a balance of the same ledger. It moves through banks, never over a network, and is counted in hundredths.
alter table coins
  add column kind text not null default 'chain' check (kind in ('chain', 'fiat')),
  add constraint coins_fiat check (
    kind <> 'fiat' or (decimals = 2 and base = code and tx_explorer is null and code in ('USD', 'EUR', 'RUB'))
  ),
  add constraint coins_code_kind unique (code, kind);

-- A network cannot have a currency: the reference holds only for coins of chains.
alter table coin_blockchains
  add column coin_kind text not null default 'chain' check (coin_kind = 'chain'),
  add constraint coin_blockchains_of_chains foreign key (coin, coin_kind) references coins (code, kind);
