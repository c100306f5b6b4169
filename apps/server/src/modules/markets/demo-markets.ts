import type { FiatCurrency } from '@emporion/contracts/rest';
import type { AddressFormat, MemoKind } from './networks.ts';

/** The networks, coins and pairs of the demo. The amounts are plausible for a small exchange, not a price list. */

export interface DemoNetwork {
  readonly code: string;
  readonly name: string;
  /** Null where there are no tokens. */
  readonly standard: string | null;
  readonly feeCoin: string;
  /** The development chain makes a block every two seconds, and a deposit is to be final within a minute: at most 15. */
  readonly confirmations: number;
  readonly explorer: string;
  readonly addressFormat: AddressFormat;
  readonly memo?: MemoKind;
}

export const demoNetworks = [
  {
    code: 'bitcoin',
    name: 'Bitcoin',
    standard: null,
    feeCoin: 'BTC',
    confirmations: 2,
    explorer: 'https://mempool.space/tx/',
    addressFormat: 'bitcoin',
  },
  {
    code: 'ethereum',
    name: 'Ethereum',
    standard: 'ERC-20',
    feeCoin: 'ETH',
    confirmations: 12,
    explorer: 'https://etherscan.io/tx/',
    addressFormat: 'evm',
  },
  {
    code: 'bnb-smart-chain',
    name: 'Binance Smart Chain',
    standard: 'BEP-20',
    feeCoin: 'BNB',
    confirmations: 15,
    explorer: 'https://bscscan.com/tx/',
    addressFormat: 'evm',
  },
  {
    code: 'tron',
    name: 'Tron',
    standard: 'TRC-20',
    feeCoin: 'TRX',
    confirmations: 15,
    explorer: 'https://tronscan.org/#/transaction/',
    addressFormat: 'tron',
  },
  {
    code: 'polygon',
    name: 'Polygon',
    standard: 'ERC-20',
    feeCoin: 'POL',
    confirmations: 15,
    explorer: 'https://polygonscan.com/tx/',
    addressFormat: 'evm',
  },
  {
    code: 'arbitrum',
    name: 'Arbitrum',
    standard: 'ERC-20',
    feeCoin: 'ETH',
    confirmations: 15,
    explorer: 'https://arbiscan.io/tx/',
    addressFormat: 'evm',
  },
  {
    code: 'rootstock',
    name: 'Rootstock',
    standard: 'ERC-20',
    feeCoin: 'RBTC',
    confirmations: 12,
    explorer: 'https://explorer.rootstock.io/tx/',
    addressFormat: 'evm',
  },
  {
    code: 'xrp-ledger',
    name: 'XRP Ledger',
    standard: null,
    feeCoin: 'XRP',
    confirmations: 2,
    explorer: 'https://livenet.xrpl.org/transactions/',
    addressFormat: 'xrp',
    memo: 'tag',
  },
] as const satisfies readonly DemoNetwork[];

/** A coin on a network. */
interface DemoCoinNetwork {
  readonly network: (typeof demoNetworks)[number]['code'];
  /** Left out for the coin of the chain itself. */
  readonly contract?: string;
  /** Left out where the chain counts as finely as the ledger. */
  readonly decimals?: number;
  readonly depositMin: string;
  readonly withdrawal: { readonly fee: string; readonly min: string; readonly max: string };
}

export interface DemoCoin {
  readonly code: string;
  readonly name: string;
  /** Itself unless it wraps another coin. */
  readonly base?: string;
  readonly decimals: number;
  /** The first is the one it is usually sent on. */
  readonly networks: readonly DemoCoinNetwork[];
  readonly site: string;
  readonly explorer: string;
  /** Null where each network has an explorer of its own. */
  readonly txExplorer: string | null;
  /** The most that a user takes out within a day, over all networks. */
  readonly withdrawalDailyMax: string;
}

export const demoCoins: readonly DemoCoin[] = [
  {
    code: 'BTC',
    name: 'Bitcoin',
    decimals: 8,
    networks: [
      {
        network: 'bitcoin',
        depositMin: '0.0001',
        withdrawal: { fee: '0.0001', min: '0.0005', max: '10' },
      },
    ],
    site: 'https://bitcoin.org/',
    explorer: 'https://mempool.space/',
    txExplorer: 'https://mempool.space/tx/',
    withdrawalDailyMax: '20',
  },
  {
    code: 'ETH',
    name: 'Ethereum',
    decimals: 18,
    networks: [
      {
        network: 'ethereum',
        depositMin: '0.001',
        withdrawal: { fee: '0.001', min: '0.005', max: '150' },
      },
      {
        network: 'arbitrum',
        depositMin: '0.0005',
        withdrawal: { fee: '0.0001', min: '0.001', max: '150' },
      },
    ],
    site: 'https://ethereum.org/',
    explorer: 'https://etherscan.io/',
    txExplorer: 'https://etherscan.io/tx/',
    withdrawalDailyMax: '300',
  },
  {
    code: 'BNB',
    name: 'BNB',
    decimals: 18,
    networks: [
      {
        network: 'bnb-smart-chain',
        depositMin: '0.005',
        withdrawal: { fee: '0.0005', min: '0.01', max: '750' },
      },
    ],
    site: 'https://www.bnbchain.org/',
    explorer: 'https://bscscan.com/',
    txExplorer: 'https://bscscan.com/tx/',
    withdrawalDailyMax: '1500',
  },
  {
    code: 'TRX',
    name: 'TRON',
    decimals: 6,
    networks: [
      {
        network: 'tron',
        depositMin: '5',
        withdrawal: { fee: '1', min: '10', max: '2000000' },
      },
    ],
    site: 'https://tron.network/',
    explorer: 'https://tronscan.org/',
    txExplorer: 'https://tronscan.org/#/transaction/',
    withdrawalDailyMax: '4000000',
  },
  {
    code: 'POL',
    name: 'Polygon',
    decimals: 18,
    networks: [
      {
        network: 'polygon',
        depositMin: '1',
        withdrawal: { fee: '0.1', min: '5', max: '1000000' },
      },
      {
        network: 'ethereum',
        contract: '0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6',
        depositMin: '10',
        withdrawal: { fee: '8', min: '20', max: '1000000' },
      },
    ],
    site: 'https://polygon.technology/',
    explorer: 'https://polygonscan.com/',
    txExplorer: 'https://polygonscan.com/tx/',
    withdrawalDailyMax: '2000000',
  },
  {
    code: 'RBTC',
    name: 'Rootstock Smart Bitcoin',
    base: 'BTC',
    decimals: 18,
    networks: [
      {
        network: 'rootstock',
        depositMin: '0.0001',
        withdrawal: { fee: '0.00002', min: '0.0005', max: '10' },
      },
    ],
    site: 'https://rootstock.io/',
    explorer: 'https://explorer.rootstock.io/',
    txExplorer: 'https://explorer.rootstock.io/tx/',
    withdrawalDailyMax: '20',
  },
  {
    code: 'ARB',
    name: 'Arbitrum',
    decimals: 18,
    networks: [
      {
        network: 'arbitrum',
        contract: '0x912CE59144191C1204E64559FE8253a0e49E6548',
        depositMin: '1',
        withdrawal: { fee: '0.5', min: '5', max: '500000' },
      },
      {
        network: 'ethereum',
        contract: '0xB50721BCf8d664c30412Cfbc6cf7a15145234ad1',
        depositMin: '5',
        withdrawal: { fee: '4', min: '10', max: '500000' },
      },
    ],
    site: 'https://arbitrum.io/',
    explorer: 'https://arbiscan.io/',
    txExplorer: 'https://arbiscan.io/tx/',
    withdrawalDailyMax: '1000000',
  },
  {
    code: 'XRP',
    name: 'XRP',
    decimals: 6,
    networks: [
      {
        network: 'xrp-ledger',
        depositMin: '1',
        withdrawal: { fee: '0.2', min: '10', max: '1000000' },
      },
    ],
    site: 'https://xrpl.org/',
    explorer: 'https://livenet.xrpl.org/',
    txExplorer: 'https://livenet.xrpl.org/transactions/',
    withdrawalDailyMax: '2000000',
  },
  {
    code: 'USDT',
    name: 'Tether',
    decimals: 6,
    networks: [
      {
        network: 'tron',
        contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        depositMin: '1',
        withdrawal: { fee: '1', min: '10', max: '500000' },
      },
      {
        network: 'ethereum',
        contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
        depositMin: '5',
        withdrawal: { fee: '4', min: '20', max: '500000' },
      },
      {
        network: 'bnb-smart-chain',
        contract: '0x55d398326f99059fF775485246999027B3197955',
        decimals: 18,
        depositMin: '1',
        withdrawal: { fee: '0.3', min: '10', max: '500000' },
      },
      {
        network: 'polygon',
        contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
        depositMin: '1',
        withdrawal: { fee: '0.2', min: '10', max: '500000' },
      },
      {
        network: 'arbitrum',
        contract: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
        depositMin: '1',
        withdrawal: { fee: '0.2', min: '10', max: '500000' },
      },
    ],
    site: 'https://tether.to/',
    explorer: 'https://tronscan.org/',
    txExplorer: null,
    withdrawalDailyMax: '1000000',
  },
];

export interface DemoCurrency {
  readonly code: FiatCurrency;
  readonly name: string;
  readonly withdrawalDailyMax: string;
}

export const demoCurrencies: readonly DemoCurrency[] = [
  { code: 'USD', name: 'US dollar', withdrawalDailyMax: '1000000' },
  { code: 'EUR', name: 'Euro', withdrawalDailyMax: '1000000' },
  { code: 'RUB', name: 'Russian rouble', withdrawalDailyMax: '80000000' },
];

export interface DemoPair {
  readonly base: string;
  /** USDT unless it says otherwise. */
  readonly quote?: string;
  /** The steps by which the book can be grouped; the last is the default, and the tick. */
  readonly steps: readonly string[];
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly quantityMin: string;
  readonly quantityMax: string;
}

/** Every currency has a market with USDT, so that two markets lead from any coin to any other. Quantities are as fine as a fraction of a cent is worth. */
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
  {
    base: 'XRP',
    steps: ['0.01', '0.001', '0.0001'],
    priceDecimals: 4,
    quantityDecimals: 2,
    quantityMin: '1',
    quantityMax: '5000000',
  },
  {
    base: 'BTC',
    quote: 'USD',
    steps: ['100', '10', '1', '0.1', '0.01'],
    priceDecimals: 2,
    quantityDecimals: 6,
    quantityMin: '0.00001',
    quantityMax: '100',
  },
  ...(['USD', 'EUR'] as const).map((quote) => ({
    ...{ base: 'USDT', quote, steps: ['0.01', '0.001', '0.0001'], priceDecimals: 4 },
    ...{ quantityDecimals: 2, quantityMin: '1', quantityMax: '1000000' },
  })),
  {
    base: 'USDT',
    quote: 'RUB',
    steps: ['1', '0.1', '0.01'],
    priceDecimals: 2,
    quantityDecimals: 2,
    quantityMin: '1',
    quantityMax: '1000000',
  },
];
