-- The name by which people know the network.
update blockchains set name = 'Binance Smart Chain' where code = 'bnb-smart-chain' and name = 'BNB Smart Chain';
