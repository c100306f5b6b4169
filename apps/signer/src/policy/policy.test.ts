import { ShapeError } from '@emporion/chains/wire';
import { expect, it } from 'vitest';
import { coldAddress, payee, testPolicy, usdtContract } from '#testing/signer-bench.ts';
import { parsePolicy } from './policy.ts';

const ethereum = testPolicy.networks.ethereum;
const withEthereum = (change: object) => ({
  ...testPolicy,
  networks: { ethereum: { ...ethereum, ...change } },
});

it('reads a policy, with addresses in their one spelling', () => {
  const policy = parsePolicy(JSON.stringify(withEthereum({ coldAddress: coldAddress.toLowerCase() })));
  expect(policy.transactionsPerDay).toBe(1_000);
  expect(policy.networks.get('ethereum')).toMatchObject({
    code: 'ethereum',
    feeCoin: 'ETH',
    feeMax: 10n,
    topUpDayMax: 20n,
    rescueFeeDayMax: 20n,
    cold: { address: coldAddress },
  });
  expect(policy.networks.get('ethereum')?.coins.get('USDT')).toEqual({
    contract: usdtContract,
    dayMax: 1_000n,
  });
});

it('has ten of the highest fees for what brings money to safety, unless it says otherwise', () => {
  const { networks } = parsePolicy(JSON.stringify(withEthereum({ rescueFeeDayMax: undefined })));
  expect(networks.get('ethereum')?.rescueFeeDayMax).toBe(100n);
});

it.each([
  ['no JSON', '{'],
  ['another version', { ...testPolicy, version: 2 }],
  ['a field that is not known', { ...testPolicy, allowAll: true }],
  ['a limit that is misspelled', withEthereum({ feeMaximum: '1' })],
  ['a missing limit', withEthereum({ feeMax: undefined })],
  ['a limit that is a number', withEthereum({ feeMax: 10 })],
  ['a limit with a sign', withEthereum({ feeMax: '-1' })],
  ['a fee that cannot be written', withEthereum({ feeMax: '9'.repeat(60) })],
  ['a family without an adapter', withEthereum({ family: 'evm' })],
  ['a format that is none', withEthereum({ addressFormat: 'eth' })],
  ['a fee coin that is not there', withEthereum({ feeCoin: 'BNB' })],
  ['a fee coin with a contract', withEthereum({ feeCoin: 'USDT' })],
  ['a cold address of another network', withEthereum({ coldAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' })],
  ['a cold address with a wrong checksum', withEthereum({ coldAddress: coldAddress.replace('F', 'f') })],
  ['a cold memo that the network cannot carry', withEthereum({ coldMemo: '1' })],
  [
    'a contract that is none',
    withEthereum({ coins: { ...ethereum.coins, USDT: { contract: 'x', dayMax: '1' } } }),
  ],
  [
    'one contract for two coins',
    withEthereum({
      coins: {
        ...ethereum.coins,
        A1: { contract: payee, dayMax: '1' },
        B1: { contract: payee.toLowerCase(), dayMax: '1' },
      },
    }),
  ],
  ['two coins of the chain itself', withEthereum({ coins: { ...ethereum.coins, WETH: { dayMax: '1' } } })],
  ['a network code that is none', { ...testPolicy, networks: { 'Ethereum!': ethereum } }],
])('refuses %s', (_, file) => {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  expect(() => parsePolicy(text)).toThrow(ShapeError);
});
