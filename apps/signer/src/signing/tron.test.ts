import { addressFormats, readTron, type SigningRequest, type TronTerms } from '@emporion/chains';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePolicy } from '#policy/policy.ts';
import { keysOf, SignerBench } from '#testing/signer-bench.ts';

const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const payee = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL';
const tron = {
  family: 'tron',
  addressFormat: 'tron',
  feeCoin: 'TRX',
  feeMax: '40000000',
  topUpDayMax: '50000000',
  coldAddress: 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp',
  coins: { TRX: { dayMax: '100000000' }, USDT: { contract, dayMax: '1000' } },
};
const policy = { version: 1, transactionsPerDay: 1_000, networks: { tron } };

let bench: SignerBench;
beforeEach(() => {
  bench = new SignerBench(policy);
});
afterEach(() => bench.remove());

const hot = { branch: 1, index: 0 } as const;
const deposit = { branch: 0, index: 7 } as const;
const addressOf = (path: { branch: 0 | 1; index: number }) =>
  addressFormats.tron.fromPublicKey(keysOf('tron').publicKey(path));
const terms: TronTerms = {
  ...{ family: 'tron', from: hot, refBlockBytes: 'a1b2', refBlockHash: '0123456789abcdef' },
  ...{ expiration: 1_767_225_660_000, timestamp: 1_767_225_600_123 },
  ...{ feeLimit: 30_000_000n, reserve: 400_000n },
};
const coinTerms: TronTerms = { ...terms, feeLimit: 0n, reserve: 1_400_000n };
const usdt = { to: payee, coin: 'USDT', contract, amount: 300n };
const trx = { to: payee, coin: 'TRX', amount: 5n };

function payout(id: string, change: Partial<SigningRequest> = {}): SigningRequest {
  return { id, kind: 'payout', network: 'tron', payments: [usdt], terms, ...change };
}

describe('a signature for Tron', () => {
  it('is a transaction of the hot address, and the same again', () => {
    const answer = bench.sign(payout('a'));
    const read = answer.signed ? readTron(answer.raw) : undefined;
    expect(read).toMatchObject({
      id: answer.signed && answer.transactionId,
      signer: addressOf(hot),
      expiration: terms.expiration,
    });
    bench.restart();
    expect(bench.sign(payout('a'))).toEqual(answer);
  });

  const wrong: [string, Partial<SigningRequest>, string][] = [
    ['two payments', { payments: [usdt, usdt] }, 'malformed'],
    ['another contract', { payments: [{ ...usdt, contract: payee }] }, 'unknown_coin'],
    [
      'the coin under the name of a token',
      { payments: [{ ...trx, coin: 'USDT' }], terms: coinTerms },
      'unknown_coin',
    ],
    ['a memo', { payments: [{ ...usdt, memo: '7' }] }, 'bad_address'],
    ['an address in hexadecimal', { payments: [{ ...usdt, to: '41'.repeat(21) }] }, 'bad_address'],
    [
      'an expiration days ahead',
      { terms: { ...terms, expiration: terms.timestamp + 86_400_001 } },
      'malformed',
    ],
    ['a token without a limit of its fee', { terms: { ...terms, feeLimit: 0n } }, 'malformed'],
    ['a fee above the ceiling', { terms: { ...terms, feeLimit: 40_000_000n } }, 'fee_too_high'],
    ['bytes that cost more than is kept back', { terms: { ...terms, reserve: 399_999n } }, 'malformed'],
    [
      'an account that nothing is kept back for',
      { payments: [trx], terms: { ...coinTerms, reserve: 400_000n } },
      'malformed',
    ],
    [
      'more of the coin than the chain counts',
      { payments: [{ ...trx, amount: 2n ** 63n }], terms: coinTerms },
      'malformed',
    ],
    ['more than the day', { payments: [{ ...usdt, amount: 1_001n }] }, 'day_spent'],
    ['a sweep elsewhere', { kind: 'sweep', payments: [{ ...usdt, own: hot }] }, 'not_ours'],
    ['a cold payment elsewhere', { kind: 'cold' }, 'not_ours'],
  ];
  it.each(wrong)('is not given for %s', (_name, change, refusal) => {
    expect(bench.outcome(payout('a', change))).toBe(refusal);
  });

  it('is given for a sweep and a top-up of our own addresses, which count their fees', () => {
    const sweep = { ...trx, to: addressOf(hot), own: hot };
    const from = { ...coinTerms, from: deposit, reserve: 300_000n };
    expect(bench.outcome(payout('a', { kind: 'sweep', payments: [sweep], terms: from }))).toBe('signed');
    const topUp = { ...trx, amount: 30_000_000n, to: addressOf(deposit), own: deposit };
    expect(bench.outcome(payout('b', { kind: 'top-up', payments: [topUp], terms: coinTerms }))).toBe(
      'signed',
    );
    expect(bench.outcome(payout('c', { kind: 'top-up', payments: [topUp], terms: coinTerms }))).toBe(
      'day_spent',
    );
  });

  it('counts the account that a sweep elsewhere than to the hot address may open', () => {
    for (const own of [deposit, { branch: 1, index: 1 } as const]) {
      const to = addressOf(own);
      const payments = [{ ...trx, to, own }];
      const sweep = (reserve: bigint) =>
        bench.outcome(payout(to, { kind: 'sweep', payments, terms: { ...coinTerms, reserve } }));
      expect(sweep(1_399_999n)).toBe('malformed');
      expect(sweep(1_400_000n)).toBe('signed');
    }
  });

  it('replaces nothing: what is made anew counts anew, amount and fee', () => {
    expect(bench.outcome(payout('a'))).toBe('signed');
    const later = { ...terms, expiration: terms.expiration + 600_000, feeLimit: 31_000_000n };
    expect(bench.outcome(payout('b', { terms: later, replaces: 'a' }))).toBe('not_a_replacement');
    expect(bench.outcome(payout('a', { terms: later }))).toBe('id_reused');
    expect(bench.outcome(payout('b', { terms: later }))).toBe('signed');
    // 30.4, 31.4 and 31.4 are 93.2 of 100 TRX; and 900 of 1,000 USDT.
    expect(bench.outcome(payout('c', { terms: later }))).toBe('signed');
    expect(bench.outcome(payout('d', { terms: later, payments: [{ ...usdt, amount: 1n }] }))).toBe(
      'day_spent',
    );
  });
});

describe('signer.json', () => {
  const cases: [string, object][] = [
    [
      'addresses of another format',
      { tron: { ...tron, addressFormat: 'evm', coins: { TRX: { dayMax: '1' } }, coldAddress: undefined } },
    ],
    ['a memo', { tron: { ...tron, memo: 'memo' } }],
    ['a number of the chain', { tron: { ...tron, chainId: 1 } }],
    ['two of the family', { tron, nile: tron }],
  ];
  it.each(cases)('is not taken with %s', (_name, networks) => {
    expect(() => parsePolicy(JSON.stringify({ ...policy, networks }))).toThrow('networks');
  });
});
