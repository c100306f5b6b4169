import { bumpEvm, type EvmTerms, paymentToItself, readEvm, type SigningRequest } from '@emporion/chains';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePolicy } from '#policy/policy.ts';
import { ownAddress, payee, SignerBench, testPolicy, usdtContract } from '#testing/signer-bench.ts';

let bench: SignerBench;
beforeEach(() => {
  bench = new SignerBench();
});
afterEach(() => bench.remove());

const hot = { branch: 1, index: 0 } as const;
const terms: EvmTerms = {
  family: 'evm',
  from: hot,
  nonce: 4,
  chainId: 137,
  gas: 50_000n,
  maxFeePerGas: 400n,
  maxPriorityFeePerGas: 10n,
};
const usdt = { to: payee, coin: 'USDT', contract: usdtContract, amount: 300n };

function payout(id: string, change: Partial<SigningRequest> = {}): SigningRequest {
  return { id, kind: 'payout', network: 'polygon', payments: [usdt], terms, ...change };
}

describe('a signature for an EVM chain', () => {
  it('is a transaction of the hot address with its number on its chain, and the same again', () => {
    const answer = bench.sign(payout('a'));
    expect(answer.signed && readEvm(answer.raw)).toEqual({
      id: answer.signed && answer.transactionId,
      from: ownAddress(hot),
      nonce: 4,
      chainId: 137,
    });
    bench.restart();
    expect(bench.sign(payout('a'))).toEqual(answer);
  });

  const wrong: [string, Partial<SigningRequest>, Partial<EvmTerms>, string][] = [
    ['another chain, where the same key has other money', {}, { chainId: 1 }, 'malformed'],
    ['two payments', { payments: [usdt, usdt] }, {}, 'malformed'],
    ['another contract', { payments: [{ ...usdt, contract: payee }] }, {}, 'unknown_coin'],
    [
      'the chain’s own coin under the name of a token',
      { payments: [{ to: payee, coin: 'USDT', amount: 1n }] },
      {},
      'unknown_coin',
    ],
    ['a memo', { payments: [{ ...usdt, memo: '7' }] }, {}, 'bad_address'],
    ['gas for nothing', {}, { gas: 20_999n }, 'malformed'],
    [
      'gas that no block has',
      {},
      { gas: 2n ** 64n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n },
      'malformed',
    ],
    ['a tip above the whole fee', {}, { maxPriorityFeePerGas: 401n }, 'malformed'],
    ['a fee above the ceiling', {}, { maxFeePerGas: 601n }, 'fee_too_high'],
    ['more than the day', { payments: [{ ...usdt, amount: 1_001n }] }, {}, 'day_spent'],
  ];
  it.each(wrong)('is not given for %s', (_name, change, others, refusal) => {
    expect(bench.outcome(payout('a', { ...change, terms: { ...terms, ...others } }))).toBe(refusal);
  });

  it('is not given on terms of another family', () => {
    const fee = { family: 'development', from: hot, nonce: 0, fee: 0n } as const;
    expect(bench.outcome(payout('a', { terms: fee }))).toBe('malformed');
    const eth = { to: payee, coin: 'ETH', amount: 1n };
    expect(bench.outcome(payout('b', { network: 'ethereum', payments: [eth] }))).toBe('malformed');
  });

  it('replaces a stuck one by a dearer one that pays the same, and counts what it costs more', () => {
    const bumped = bumpEvm(terms, { ceiling: 600n });
    if (!bumped) throw new Error('There was room for more.');
    bench.sign(payout('a', { payments: [{ ...usdt, amount: 1_000n }] }));
    const more = { ...usdt, amount: 1_000n };
    expect(bench.outcome(payout('b', { payments: [more], terms: bumped, replaces: 'a' }))).toBe('signed');
    const others: Partial<EvmTerms>[] = [
      { nonce: 5 },
      { maxFeePerGas: 450n },
      { from: { branch: 0, index: 0 } },
    ];
    for (const other of others) {
      const request = payout('c', { payments: [more], terms: { ...bumped, ...other }, replaces: 'a' });
      expect(bench.outcome(request)).toBe('not_a_replacement');
    }
  });

  it('cancels a stuck one by a sweep to its own sender, which costs only its fee', () => {
    const nothing = paymentToItself({ address: ownAddress(hot), path: hot, coin: 'POL' });
    expect(bench.outcome(payout('a', { kind: 'sweep', payments: [nothing] }))).toBe('signed');
  });

  it('costs the day its fee at most: 100,000,000 of five times 20,000,000', () => {
    const many = [0, 1, 2, 3, 4, 5].map((nonce) =>
      bench.outcome(payout(`${nonce}`, { payments: [{ ...usdt, amount: 1n }], terms: { ...terms, nonce } })),
    );
    expect(many).toEqual(['signed', 'signed', 'signed', 'signed', 'signed', 'day_spent']);
  });
});

describe('signer.json', () => {
  const { polygon } = testPolicy.networks;
  const cases: [string, object][] = [
    ['an EVM chain without its number', { polygon: { ...polygon, chainId: undefined } }],
    ['chain 0', { polygon: { ...polygon, chainId: 0 } }],
    [
      'addresses of another format',
      { polygon: { ...polygon, addressFormat: 'tron', coins: { POL: { dayMax: '1' } } } },
    ],
    ['a memo on an EVM chain', { polygon: { ...polygon, memo: 'tag' } }],
    ['a chain number elsewhere', { polygon: { ...polygon, family: 'development' } }],
    ['one chain under two names', { polygon, other: polygon }],
  ];
  it.each(cases)('is not taken with %s', (_name, networks) => {
    expect(() => parsePolicy(JSON.stringify({ ...testPolicy, networks }))).toThrow('networks');
  });
});
