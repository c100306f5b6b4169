/** The networks, coins and pairs of the demo. The amounts are plausible for a small exchange, not a price list. */

export const demoBlockchains = [
  {
    code: 'bitcoin',
    name: 'Bitcoin',
    standard: null,
    feeCoin: 'BTC',
    confirmations: 2,
    explorer: 'https://mempool.space/tx/',
  },
  {
    code: 'ethereum',
    name: 'Ethereum',
    standard: 'ERC-20',
    feeCoin: 'ETH',
    confirmations: 12,
    explorer: 'https://etherscan.io/tx/',
  },
  {
    code: 'bnb-smart-chain',
    name: 'Binance Smart Chain',
    standard: 'BEP-20',
    feeCoin: 'BNB',
    confirmations: 15,
    explorer: 'https://bscscan.com/tx/',
  },
  {
    code: 'tron',
    name: 'Tron',
    standard: 'TRC-20',
    feeCoin: 'TRX',
    confirmations: 20,
    explorer: 'https://tronscan.org/#/transaction/',
  },
  {
    code: 'polygon',
    name: 'Polygon',
    standard: 'ERC-20',
    feeCoin: 'POL',
    confirmations: 128,
    explorer: 'https://polygonscan.com/tx/',
  },
  {
    code: 'arbitrum',
    name: 'Arbitrum',
    standard: 'ERC-20',
    feeCoin: 'ETH',
    confirmations: 20,
    explorer: 'https://arbiscan.io/tx/',
  },
  {
    code: 'rootstock',
    name: 'Rootstock',
    standard: 'ERC-20',
    feeCoin: 'RBTC',
    confirmations: 12,
    explorer: 'https://explorer.rootstock.io/tx/',
  },
] as const;

export interface DemoCoin {
  readonly code: string;
  readonly name: string;
  /** Itself unless it wraps another coin. */
  readonly base?: string;
  readonly decimals: number;
  /** The first is the one it is usually sent on. */
  readonly blockchains: readonly (typeof demoBlockchains)[number]['code'][];
  readonly site: string;
  readonly explorer: string;
  /** Null where each network has an explorer of its own. */
  readonly txExplorer: string | null;
  readonly depositMin: string;
  readonly withdrawal: {
    readonly fee: string;
    readonly min: string;
    readonly max: string;
    readonly daily: string;
  };
}

export const demoCoins: readonly DemoCoin[] = [
  {
    code: 'BTC',
    name: 'Bitcoin',
    decimals: 8,
    blockchains: ['bitcoin'],
    site: 'https://bitcoin.org/',
    explorer: 'https://mempool.space/',
    txExplorer: 'https://mempool.space/tx/',
    depositMin: '0.0001',
    withdrawal: { fee: '0.0001', min: '0.0005', max: '10', daily: '20' },
  },
  {
    code: 'ETH',
    name: 'Ethereum',
    decimals: 18,
    blockchains: ['ethereum', 'arbitrum'],
    site: 'https://ethereum.org/',
    explorer: 'https://etherscan.io/',
    txExplorer: 'https://etherscan.io/tx/',
    depositMin: '0.001',
    withdrawal: { fee: '0.001', min: '0.005', max: '150', daily: '300' },
  },
  {
    code: 'BNB',
    name: 'BNB',
    decimals: 18,
    blockchains: ['bnb-smart-chain'],
    site: 'https://www.bnbchain.org/',
    explorer: 'https://bscscan.com/',
    txExplorer: 'https://bscscan.com/tx/',
    depositMin: '0.005',
    withdrawal: { fee: '0.0005', min: '0.01', max: '750', daily: '1500' },
  },
  {
    code: 'TRX',
    name: 'TRON',
    decimals: 6,
    blockchains: ['tron'],
    site: 'https://tron.network/',
    explorer: 'https://tronscan.org/',
    txExplorer: 'https://tronscan.org/#/transaction/',
    depositMin: '5',
    withdrawal: { fee: '1', min: '10', max: '2000000', daily: '4000000' },
  },
  {
    code: 'POL',
    name: 'Polygon',
    decimals: 18,
    blockchains: ['polygon', 'ethereum'],
    site: 'https://polygon.technology/',
    explorer: 'https://polygonscan.com/',
    txExplorer: 'https://polygonscan.com/tx/',
    depositMin: '1',
    withdrawal: { fee: '0.1', min: '5', max: '1000000', daily: '2000000' },
  },
  {
    code: 'RBTC',
    name: 'Rootstock Smart Bitcoin',
    base: 'BTC',
    decimals: 18,
    blockchains: ['rootstock'],
    site: 'https://rootstock.io/',
    explorer: 'https://explorer.rootstock.io/',
    txExplorer: 'https://explorer.rootstock.io/tx/',
    depositMin: '0.0001',
    withdrawal: { fee: '0.00002', min: '0.0005', max: '10', daily: '20' },
  },
  {
    code: 'ARB',
    name: 'Arbitrum',
    decimals: 18,
    blockchains: ['arbitrum', 'ethereum'],
    site: 'https://arbitrum.io/',
    explorer: 'https://arbiscan.io/',
    txExplorer: 'https://arbiscan.io/tx/',
    depositMin: '1',
    withdrawal: { fee: '0.5', min: '5', max: '500000', daily: '1000000' },
  },
  {
    code: 'USDT',
    name: 'Tether',
    decimals: 6,
    blockchains: ['tron', 'ethereum', 'bnb-smart-chain', 'polygon', 'arbitrum'],
    site: 'https://tether.to/',
    explorer: 'https://tronscan.org/',
    txExplorer: null,
    depositMin: '1',
    withdrawal: { fee: '1', min: '10', max: '500000', daily: '1000000' },
  },
];

export interface DemoPair {
  readonly base: string;
  /** The steps by which the book can be grouped; the last is the default, and the tick. */
  readonly steps: readonly string[];
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly quantityMin: string;
  readonly quantityMax: string;
}

/** All against USDT. Quantities are as fine as a fraction of a cent is worth. */
export const demoPairs: readonly DemoPair[] = [
  {
    base: 'BTC',
    steps: ['100', '10', '1', '0.1', '0.01'],
    priceDecimals: 2,
    quantityDecimals: 6,
    quantityMin: '0.00001',
    quantityMax: '100',
  },
  {
    base: 'ETH',
    steps: ['10', '1', '0.1', '0.01'],
    priceDecimals: 2,
    quantityDecimals: 5,
    quantityMin: '0.0001',
    quantityMax: '2000',
  },
  {
    base: 'BNB',
    steps: ['1', '0.1', '0.01'],
    priceDecimals: 2,
    quantityDecimals: 4,
    quantityMin: '0.001',
    quantityMax: '10000',
  },
  {
    base: 'TRX',
    steps: ['0.001', '0.0001', '0.00001'],
    priceDecimals: 5,
    quantityDecimals: 1,
    quantityMin: '1',
    quantityMax: '20000000',
  },
  {
    base: 'POL',
    steps: ['0.01', '0.001', '0.0001'],
    priceDecimals: 4,
    quantityDecimals: 1,
    quantityMin: '1',
    quantityMax: '10000000',
  },
  {
    base: 'RBTC',
    steps: ['100', '10', '1', '0.1', '0.01'],
    priceDecimals: 2,
    quantityDecimals: 6,
    quantityMin: '0.00001',
    quantityMax: '100',
  },
  {
    base: 'ARB',
    steps: ['0.01', '0.001', '0.0001'],
    priceDecimals: 4,
    quantityDecimals: 1,
    quantityMin: '1',
    quantityMax: '10000000',
  },
];
