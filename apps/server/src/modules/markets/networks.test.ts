import { expect, it } from 'vitest';
import { type CoinNetwork, type Network, type NetworkFamily, requireAdapters } from './networks.ts';

const network = (code: string, family: NetworkFamily): Network => ({
  code,
  name: code,
  family,
  addressFormat: 'evm',
  memo: null,
  feeCoin: 'ETH',
  confirmations: 12,
  txExplorer: 'https://explorer.example/',
  parameters: {},
  depositsDisabled: false,
  withdrawalsDisabled: false,
});

const coinOn = (coin: string, code: string, contract: string | null): CoinNetwork => ({
  coin,
  network: code,
  contract,
  decimals: 6,
  ledgerDecimals: 6,
  confirmations: 12,
  depositFee: '0',
  depositMin: '0',
  depositMax: null,
  withdrawalFee: '0',
  withdrawalMin: '0',
  withdrawalMax: null,
  withdrawalDailyMax: null,
  depositsDisabled: false,
  withdrawalsDisabled: false,
});

const start = (networks: readonly Network[], coins: readonly CoinNetwork[], demo: boolean) => () =>
  requireAdapters({ networks: new Map(networks.map((row) => [row.code, row])), coins }, { demo });

it('starts without networks, and in the demo with its own chain', () => {
  expect(start([], [], false)).not.toThrow();
  expect(start([network('tron', 'development')], [], true)).not.toThrow();
});

it('starts with EVM chains, the Bitcoin family and Tron outside of the demo', () => {
  expect(start([network('tron', 'tron')], [], false)).not.toThrow();
  expect(start([network('ether', 'evm')], [], false)).not.toThrow();
  expect(start([network('litecoin', 'bitcoin')], [], false)).not.toThrow();
  expect(start([network('litecoin', 'bitcoin')], [], true)).toThrow(/network litecoin .* bitcoin/);
});

it('names the network that no adapter serves, that of the demo outside of it', () => {
  expect(start([network('tron', 'development')], [], false)).toThrow(/network tron .* development/);
  expect(start([network('ether', 'evm')], [], true)).toThrow(/network ether .* evm/);
});

it('refuses a token without a contract, which anybody could make', () => {
  const networks = [network('ethereum', 'development')];
  expect(start(networks, [coinOn('ETH', 'ethereum', null)], true)).not.toThrow();
  expect(start(networks, [coinOn('USDT', 'ethereum', '0xabc')], true)).not.toThrow();
  expect(start(networks, [coinOn('USDT', 'ethereum', null)], true)).toThrow(/USDT is a token on ethereum/);
});
