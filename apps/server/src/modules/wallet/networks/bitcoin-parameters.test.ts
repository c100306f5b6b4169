import { expect, it } from 'vitest';
import type { CoinNetwork, Network } from '#modules/markets/index.ts';
import { readBitcoinParameters, requireBitcoinRows } from './bitcoin-parameters.ts';

const parameters = {
  node: 'http://user:secret@127.0.0.1:9332',
  fees: { fallback: '10000', ceiling: '500000' },
};
const network: Network = {
  ...{
    code: 'litecoin',
    name: 'Litecoin',
    family: 'bitcoin',
    addressFormat: 'litecoin',
    memo: null,
    parameters,
  },
  ...{
    feeCoin: 'LTC',
    confirmations: 6,
    txExplorer: '',
    depositsDisabled: false,
    withdrawalsDisabled: false,
  },
};
const coin = {
  ...{ coin: 'LTC', network: 'litecoin', contract: null, decimals: 8, confirmations: 6 },
  withdrawalMin: '0.001',
} as CoinNetwork;
const rows =
  (row: Partial<Network>, listed: Partial<CoinNetwork> = {}, more: readonly Network[] = []) =>
  () =>
    requireBitcoinRows({
      networks: new Map([{ ...network, ...row }, ...more].map((each) => [each.code, each])),
      coins: [{ ...coin, ...listed }],
    });

it('are read with what they leave out', () => {
  expect(rows({})).not.toThrow();
  expect(readBitcoinParameters(network)).toEqual({
    ...{ chain: 'main', node: parameters.node, paymentsMax: 100 },
    fees: { blocks: 6, fallback: 10_000n, ceiling: 500_000n, relay: 1_000n },
  });
});

const wrong: [string, object][] = [
  ['node', { node: undefined }],
  ['node', { node: 'file:///secret' }],
  ['chain', { chain: 'signet' }],
  ['fees', { fees: { fallback: '1' } }],
  ['fees', { fees: { ...parameters.fees, ceiling: 500_000 } }],
  ['fees', { fees: { ...parameters.fees, ceiling: '0' } }],
  ['fees', { fees: { ...parameters.fees, ceiling: '10000001' } }],
  ['paymentsMax', { paymentsMax: 257 }],
];
it.each(wrong)('do not start with a wrong %s, and never show its value', (field, change) => {
  const spoiled = rows({ parameters: { ...parameters, ...change } });
  expect(spoiled).toThrow(field);
  expect(spoiled).not.toThrow('secret');
});

const refused: [string, RegExp, Parameters<typeof rows>][] = [
  ['addresses of another family', /format bitcoin or litecoin/, [{ addressFormat: 'evm' }]],
  ['a memo', /litecoin has a memo/, [{ memo: 'memo' }]],
  ['a second network with the same keys', /litecoin and other/, [{}, {}, [{ ...network, code: 'other' }]]],
  ['a token', /one coin, LTC/, [{}, { coin: 'USDT' }]],
  ['decimals that the chain does not have', /8 decimals/, [{}, { decimals: 18 }]],
  ['coins of the private side that are too young', /6 confirmations/, [{}, { confirmations: 5 }]],
  ['withdrawals that no node passes on', /5460/, [{}, { withdrawalMin: '0.00005459' }]],
];
it.each(refused)('do not start with %s', (_name, words, change) => {
  expect(rows(...change)).toThrow(words);
});
