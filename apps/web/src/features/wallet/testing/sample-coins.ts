import type { AddressFormat, Coin, CoinNetwork } from '@emporion/contracts/rest';

function network(code: string, more: Partial<CoinNetwork> = {}): CoinNetwork {
  return {
    network: code,
    contract: null,
    decimals: 6,
    confirmations: 12,
    memo: null,
    fee: { deposit: '0', withdrawal: '1' },
    limits: { deposit: { min: '1', max: null }, withdrawal: { min: '10', max: '50000' } },
    disable_topups: false,
    disable_withdrawals: false,
    ...more,
  };
}

function coin(code: string, more: Partial<Coin> & Pick<Coin, 'name' | 'networks'>): Coin {
  const [first] = more.networks;
  return {
    code,
    fiat: false,
    base: code,
    blockchain_list: more.networks.map(({ network: name }) => name),
    links: [],
    tx_explorer: null,
    decimals: 8,
    logo: `/public/coins/${code.toLowerCase()}.svg`,
    index: 0,
    disable_all: false,
    disable_exchange: false,
    disable_pairs: false,
    disable_stack: false,
    disable_topups: false,
    disable_withdrawals: false,
    fee: first?.fee ?? { deposit: '0', withdrawal: '0' },
    limits: { deposit: { min: '1', max: null }, withdrawal: { min: '10', max: '50000', daily: null } },
    ...more,
  };
}

const chain = (name: string, standard: string | null, fee: string, address_format: AddressFormat) => ({
  name,
  standard,
  address_format,
  coin: fee,
  confirmations: 12,
});

/** An answer to `GET coins/` as a small exchange gives it: one coin on two networks, one with a tag, one that rests. */
export const sampleCoins = {
  coins: [
    coin('USDT', {
      name: 'Tether',
      decimals: 6,
      networks: [network('tron', { contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }), network('ethereum')],
    }),
    coin('BTC', {
      name: 'Bitcoin',
      index: 1,
      networks: [network('bitcoin', { decimals: 8, confirmations: 2 })],
    }),
    coin('XRP', { name: 'XRP', index: 2, decimals: 6, networks: [network('xrp-ledger', { memo: 'tag' })] }),
    coin('TRX', {
      name: 'Tron',
      index: 3,
      decimals: 6,
      disable_topups: true,
      networks: [network('tron', { disable_topups: true })],
    }),
  ],
  commons: {
    blockchain_definitions: {
      tron: chain('Tron', 'TRC-20', 'TRX', 'tron'),
      ethereum: chain('Ethereum', 'ERC-20', 'ETH', 'evm'),
      bitcoin: chain('Bitcoin', null, 'BTC', 'bitcoin'),
      'xrp-ledger': chain('XRP Ledger', null, 'XRP', 'xrp'),
    },
    token_tx_explorers: { tron: 'https://explorer.example/tx/' },
  },
} as const;
