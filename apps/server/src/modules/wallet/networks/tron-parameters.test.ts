import { expect, it } from 'vitest';
import type { CoinNetwork, Network } from '#modules/markets/index.ts';
import { readTronParameters, requireTronRows } from './tron-parameters.ts';

const parameters = {
  firstBlock: '0'.repeat(64),
  nodes: [
    { wallet: 'http://127.0.0.1:8090', solidity: 'http://127.0.0.1:8091' },
    'https://node.example/secret/',
  ],
  feeLimitMax: '100000000',
};
const network: Network = {
  ...{ code: 'tron', name: 'Tron', family: 'tron', addressFormat: 'tron', memo: null, parameters },
  ...{
    feeCoin: 'TRX',
    confirmations: 20,
    txExplorer: '',
    depositsDisabled: false,
    withdrawalsDisabled: false,
  },
};
const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const rows =
  (row: Partial<Network>, listed: string | null = null, more: readonly Network[] = []) =>
  () =>
    requireTronRows({
      networks: new Map([{ ...network, ...row }, ...more].map((each) => [each.code, each])),
      coins: [{ coin: 'USDT', network: 'tron', contract: listed } as CoinNetwork],
    });

it('are read with what they leave out', () => {
  const both = 'https://node.example/secret/';
  const nodes = [parameters.nodes[0], { wallet: both, solidity: both }];
  expect(readTronParameters(network)).toEqual({
    ...{ firstBlock: parameters.firstBlock, nodes, feeLimitMax: 100_000_000n, expirationSeconds: 600 },
  });
});

const wrong: [string, object][] = [
  ['firstBlock', { firstBlock: '0x00' }],
  ['nodes', { nodes: [] }],
  ['nodes', { nodes: ['file:///secret'] }],
  ['nodes', { nodes: [{ wallet: 'http://secret' }] }],
  ['feeLimitMax', { feeLimitMax: 100 }],
  ['feeLimitMax', { feeLimitMax: '0' }],
  ['expirationSeconds', { expirationSeconds: 86_400 }],
];
it.each(wrong)('do not start with a wrong %s, and never show its value', (field, change) => {
  const spoiled = rows({ parameters: { ...parameters, ...change } });
  expect(spoiled).toThrow(field);
  expect(spoiled).not.toThrow('secret');
});

it('do not start with a contract that is no address, with other addresses, nor twice', () => {
  expect(rows({}, contract)).not.toThrow();
  expect(rows({}, contract.toLowerCase())).toThrow('an address');
  expect(rows({ family: 'development' }, 'USDT')).not.toThrow();
  expect(rows({ addressFormat: 'evm' })).toThrow('format tron');
  expect(rows({ memo: 'memo' })).toThrow('no memo');
  expect(rows({}, contract, [{ ...network, code: 'nile' }])).toThrow('more than one');
});
