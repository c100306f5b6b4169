import { expect, it } from 'vitest';
import type { CoinNetwork, Network } from '#modules/markets/index.ts';
import { readEvmParameters, requireEvmRows } from './evm-parameters.ts';

const parameters = {
  chainId: 1,
  nodes: ['http://127.0.0.1:8545', 'https://node.example/v3/secret'],
  fees: { fallback: { maxFeePerGas: '20', maxPriorityFeePerGas: '1' }, maxFeePerGas: '100' },
};
const network: Network = {
  ...{ code: 'ethereum', name: 'Ethereum', family: 'evm', addressFormat: 'evm', memo: null, parameters },
  ...{
    feeCoin: 'ETH',
    confirmations: 12,
    txExplorer: '',
    depositsDisabled: false,
    withdrawalsDisabled: false,
  },
};
const rows =
  (row: Partial<Network>, contract: string | null = null) =>
  () =>
    requireEvmRows({
      networks: new Map([['ethereum', { ...network, ...row }]]),
      coins: [{ coin: 'USDT', network: 'ethereum', contract } as CoinNetwork],
    });

it('are read with what they leave out', () => {
  expect(readEvmParameters(network)).toEqual({
    chainId: 1,
    nodes: parameters.nodes,
    fees: {
      fallback: { maxFeePerGas: 20n, maxPriorityFeePerGas: 1n },
      maxFeePerGas: 100n,
      minPriorityFeePerGas: 0n,
    },
    gasMax: 120_000n,
  });
});

const wrong: [string, object][] = [
  ['chainId', { chainId: 0 }],
  ['chainId', { chainId: '1' }],
  ['nodes', { nodes: [] }],
  ['nodes', { nodes: ['file:///secret'] }],
  ['fees', { fees: { maxFeePerGas: '1' } }],
  ['fees', { fees: { ...parameters.fees, maxFeePerGas: 100 } }],
  ['gasMax', { gasMax: 20_999 }],
];
it.each(wrong)('do not start with a wrong %s, and never show its value', (field, change) => {
  const spoiled = rows({ parameters: { ...parameters, ...change } });
  expect(spoiled).toThrow(field);
  expect(spoiled).not.toThrow('secret');
});

it('do not start with a contract in another spelling, which no transfer would match', () => {
  const contract = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
  expect(rows({}, contract)).not.toThrow();
  expect(rows({}, contract.toLowerCase())).toThrow(contract);
  expect(rows({}, 'USDT')).toThrow('an address');
  expect(rows({ family: 'development' }, contract.toLowerCase())).not.toThrow();
});

it('do not start with addresses that the chain does not have', () => {
  expect(rows({ addressFormat: 'tron' })).toThrow('format evm');
  expect(rows({ memo: 'tag' })).toThrow('no memo');
});
