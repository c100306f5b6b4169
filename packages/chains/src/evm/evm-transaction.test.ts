import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { costOf, type EvmTerms, type Payment } from '#signing.ts';
import { bumpEvm, feesFrom } from './evm-fees.ts';
import { readEvm, signEvm } from './evm-transaction.ts';

const secretKey = hexToBytes('46'.repeat(32));
const from = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
const to = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const contract = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const native: Payment = { to, coin: 'ETH', amount: 10n ** 18n };
const token: Payment = { to, coin: 'USDT', contract, amount: 123_456_789n };
const terms: EvmTerms = {
  family: 'evm',
  from: { branch: 1, index: 0 },
  nonce: 0,
  chainId: 1,
  gas: 21_000n,
  maxFeePerGas: 30_000_000_000n,
  maxPriorityFeePerGas: 1_500_000_000n,
};

/** Signed by viem 2.57.1 with the same key. */
const vectors: { name: string; payment: Payment; terms: EvmTerms; raw: string; id: string }[] = [
  {
    name: 'of the chain’s own coin',
    payment: native,
    terms,
    raw: '0x02f87301808459682f008506fc23ac0082520894d8da6bf26964af9d7eed9e03e53415d37aa96045880de0b6b3a764000080c080a0997f1a7dd79708eb029cd013c1cc75ae00e0b021d512d972b3c7f72b60615c9aa0716abab3cbb8bf5d37cba42462433cba0b97527740f6dec9df41974d64773984',
    id: '0x4207c8bb3408a01ed5d3e7c823a4c1defac9b5ea7dc8994fc26486a3eae65840',
  },
  {
    name: 'whose signature begins with a zero',
    payment: { ...native, amount: 1n },
    terms: { ...terms, chainId: 56, nonce: 4_097 },
    raw: '0x02f86c388210018459682f008506fc23ac0082520894d8da6bf26964af9d7eed9e03e53415d37aa960450180c0019fa4c424b83269b8c050d9c9c52d4114807060bd541b899d4c780891eb68aea7a06f3f93f933ad2314e08ad6e8571695eeedde86f8d406c3f62f3f084150fe0dd3',
    id: '0x2a5e41a11e6343fda304f54451350bbe4df4adaf15494511e7ecead130128131',
  },
  {
    name: 'of a token',
    payment: token,
    terms: { ...terms, chainId: 137, nonce: 9, gas: 100_000n },
    raw: '0x02f8b28189098459682f008506fc23ac00830186a094dac17f958d2ee523a2206206994597c13d831ec780b844a9059cbb000000000000000000000000d8da6bf26964af9d7eed9e03e53415d37aa9604500000000000000000000000000000000000000000000000000000000075bcd15c001a07326193708d6b180c4c679d9a3e6191677090fcbc5ed14b94b85024059ee23b3a04f577d8ad5fdb70bcf9ec81f17d95d9a2f9b275f721fd2ea36e58d377e81e4a3',
    id: '0x83e7732122dcea8203464a3da9f8c2be67978095bef8d7269006d5a24c64ab74',
  },
  {
    name: 'of the largest amount of a token, without a tip',
    payment: { ...token, amount: 2n ** 256n - 1n },
    terms: {
      ...terms,
      chainId: 42_161,
      nonce: 127,
      gas: 100_000n,
      maxFeePerGas: 2n ** 64n,
      maxPriorityFeePerGas: 0n,
    },
    raw: '0x02f8b382a4b17f8089010000000000000000830186a094dac17f958d2ee523a2206206994597c13d831ec780b844a9059cbb000000000000000000000000d8da6bf26964af9d7eed9e03e53415d37aa96045ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc080a0962878ebfcd6182f98b13f1b4efb924bbd3c91f78155968a4baf7b475781eed8a006e03cae2ee52171a5042a144b70b4d6ab5ca675424e0b5c03ae470191748f14',
    id: '0xb78d7869b3a6d40bd24360d6d859d488f844cb65f18f1ecc67615eb2c2ff21a7',
  },
  {
    name: 'of nothing to itself',
    payment: { to: from, coin: 'ETH', amount: 0n },
    terms: { ...terms, chainId: 31_337, nonce: 128 },
    raw: '0x02f86e827a6981808459682f008506fc23ac00825208949d8a62f656a8d1615c1294fd71e9cfb3e4855a4f8080c080a01040931d5eae1a2e0d438b914a8976407f6cecb066e6021c36e14380c5f345eda0671a46cc3d15727b1961d3bb17c6b33bafcaf7f5345ba79c3ecab56dfb90ff4b',
    id: '0xcc2722897e2eaa5ec27d70198d63e28a9a286da0308f2f570d8e10b88aef4d7e',
  },
];

describe('an EVM transaction', () => {
  it.each(vectors)('$name is, bit for bit, what another implementation signs', (vector) => {
    expect(signEvm(vector.payment, vector.terms, secretKey)).toEqual({
      id: vector.id,
      raw: vector.raw,
      from,
    });
    const { nonce, chainId } = vector.terms;
    expect(readEvm(vector.raw)).toEqual({ id: vector.id, from, nonce, chainId });
  });

  it('is signed with the same bytes again', () => {
    expect(signEvm(native, terms, secretKey)).toEqual(signEvm(native, terms, secretKey));
  });

  it('takes a nonce and a fee beyond what people type', () => {
    const { raw } = signEvm(native, { ...terms, nonce: 5_000_000, maxFeePerGas: 10n ** 15n }, secretKey);
    expect(readEvm(raw)).toMatchObject({ nonce: 5_000_000, from });
  });

  const wrong: [string, Partial<Payment>, Partial<EvmTerms>][] = [
    ['an address in another spelling', { to: to.toLowerCase() }, {}],
    ['an address that is none', { to: to.slice(0, -1) }, {}],
    ['a contract in another spelling', { contract: contract.toLowerCase() }, {}],
    ['a memo', { memo: '7' }, {}],
    ['an amount below nothing', { amount: -1n }, {}],
    ['an amount that no word holds', { amount: 2n ** 256n }, {}],
    ['a chain without a number', {}, { chainId: 0 }],
    ['a nonce below 0', {}, { nonce: -1 }],
    ['half a nonce', {}, { nonce: 1.5 }],
    ['gas for nothing', {}, { gas: 20_999n }],
    ['a tip above the whole fee', {}, { maxPriorityFeePerGas: terms.maxFeePerGas + 1n }],
    ['a tip below nothing', {}, { maxPriorityFeePerGas: -1n }],
  ];
  it.each(wrong)('is not signed with %s', (_name, payment, others) => {
    expect(() => signEvm({ ...native, ...payment }, { ...terms, ...others }, secretKey)).toThrow();
  });

  it('is not read from what is none', () => {
    for (const raw of ['', '0x', '0x02', '0x02aabb', 'words', vectors[0]?.raw.slice(0, -2) ?? ''])
      expect(readEvm(raw)).toBeUndefined();
  });

  it('costs at most all its gas at its highest fee', () => {
    expect(costOf(terms)).toBe(630_000_000_000_000n);
  });
});

describe('fees', () => {
  const policy = {
    fallback: { maxFeePerGas: 20n, maxPriorityFeePerGas: 2n },
    maxFeePerGas: 1_000n,
    minPriorityFeePerGas: 1n,
  };

  it('follow what others paid', () => {
    expect(feesFrom({ nextBaseFee: 100n, rewards: [9n, 3n, 5n, 0n] }, policy)).toEqual({
      maxFeePerGas: 205n,
      maxPriorityFeePerGas: 5n,
    });
  });

  it('fall back when the node cannot tell, or nobody paid a tip', () => {
    expect(feesFrom(undefined, policy)).toEqual(policy.fallback);
    expect(feesFrom({ nextBaseFee: 10n, rewards: [0n] }, policy)).toEqual({
      maxFeePerGas: 22n,
      maxPriorityFeePerGas: 2n,
    });
  });

  it('never pass the ceiling', () => {
    expect(feesFrom({ nextBaseFee: 10n ** 12n, rewards: [10n ** 12n] }, policy)).toEqual({
      maxFeePerGas: 1_000n,
      maxPriorityFeePerGas: 1_000n,
    });
    const dear = { maxFeePerGas: 5_000n, maxPriorityFeePerGas: 4_000n };
    expect(feesFrom(undefined, { ...policy, fallback: dear }).maxFeePerGas).toBe(1_000n);
  });

  it('grow by an eighth for a replacement, rounded up, both of them', () => {
    const bumped = bumpEvm({ ...terms, maxFeePerGas: 17n, maxPriorityFeePerGas: 3n }, { ceiling: 1_000n });
    expect(bumped).toEqual({ ...terms, maxFeePerGas: 20n, maxPriorityFeePerGas: 4n });
    const free = bumpEvm({ ...terms, maxFeePerGas: 1n, maxPriorityFeePerGas: 0n }, { ceiling: 1_000n });
    expect(free).toMatchObject({ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n });
  });

  it('grow to the market where that is more, and never past the ceiling', () => {
    const old = { ...terms, maxFeePerGas: 16n, maxPriorityFeePerGas: 8n };
    const market = { maxFeePerGas: 500n, maxPriorityFeePerGas: 90n };
    expect(bumpEvm(old, { market, ceiling: 1_000n })).toMatchObject(market);
    expect(bumpEvm(old, { market, ceiling: 100n })).toMatchObject({
      maxFeePerGas: 100n,
      maxPriorityFeePerGas: 90n,
    });
    expect(bumpEvm(old, { market, ceiling: 18n })).toMatchObject({
      maxFeePerGas: 18n,
      maxPriorityFeePerGas: 18n,
    });
    expect(bumpEvm(old, { market, ceiling: 17n })).toBeUndefined();
  });
});
