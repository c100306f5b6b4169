import {
  accountsOf,
  addressFormats,
  type BitcoinTerms,
  type Payment,
  readBitcoin,
  type SigningRequest,
} from '@emporion/chains';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePolicy } from '#policy/policy.ts';
import { SignerBench, testPolicy } from '#testing/signer-bench.ts';

const keys = accountsOf(new Uint8Array(64).fill(9))('bitcoin');
const ownAddress = (index: number) =>
  addressFormats.bitcoin.fromPublicKey(keys.publicKey({ branch: 1, index }));
const cold = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const payee = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const bitcoin = {
  family: 'bitcoin',
  addressFormat: 'bitcoin',
  feeCoin: 'BTC',
  feeMax: '5000',
  topUpDayMax: '0',
  coldAddress: cold,
  coins: { BTC: { dayMax: '1000000' } },
};
const withBitcoin = { ...testPolicy, networks: { ...testPolicy.networks, bitcoin } };

let bench: SignerBench;
beforeEach(() => {
  bench = new SignerBench(withBitcoin);
});
afterEach(() => bench.remove());

const input = (digits: string, amount = 500_000n) => ({
  transactionId: digits.repeat(32),
  output: 1,
  amount,
  path: { branch: 0, index: 5 } as const,
});
const change = { path: { branch: 1, index: 0 }, amount: 398_000n } as const;
const terms: BitcoinTerms = { family: 'bitcoin', inputs: [input('ab')], change, fee: 2_000n };
const payment: Payment = { to: payee, coin: 'BTC', amount: 100_000n };

function payout(id: string, part: Partial<SigningRequest> = {}): SigningRequest {
  return { id, kind: 'payout', network: 'bitcoin', payments: [payment], terms, ...part };
}

describe('a signature for a chain of Bitcoin’s kind', () => {
  it('is a transaction that spends the named outputs, and the same again after a restart', () => {
    const answer = bench.sign(payout('a'));
    expect(answer.signed && readBitcoin(answer.raw)).toEqual({
      id: answer.signed && answer.transactionId,
      inputs: [{ transactionId: 'ab'.repeat(32), output: 1 }],
    });
    bench.restart();
    expect(bench.sign(payout('a'))).toEqual(answer);
  });

  it('makes no payment, change or amount of other words under the same id', () => {
    bench.sign(payout('a'));
    const others: Partial<BitcoinTerms>[] = [
      { inputs: [{ ...input('ab'), output: 2 }] },
      { inputs: [{ ...input('ab'), path: { branch: 0, index: 6 } }] },
      { change: { ...change, path: { branch: 1, index: 1 } } },
      { change: { ...change, amount: 397_999n }, fee: 2_001n },
    ];
    for (const other of others)
      expect(bench.outcome(payout('a', { terms: { ...terms, ...other } }))).toBe('id_reused');
  });

  const wrong: [string, Partial<SigningRequest>, Partial<BitcoinTerms>, string][] = [
    ['inputs that are more than what is paid', {}, { fee: 1_999n }, 'malformed'],
    ['inputs that are less than what is paid', {}, { fee: 2_001n }, 'malformed'],
    [
      'an output that is spent twice',
      {},
      { inputs: [input('ab', 250_000n), input('ab', 250_000n)] },
      'malformed',
    ],
    [
      'change to the address of a depositor',
      {},
      { change: { ...change, path: { branch: 0, index: 0 } } },
      'malformed',
    ],
    ['a fee above the ceiling', {}, { change: { ...change, amount: 394_999n }, fee: 5_001n }, 'fee_too_high'],
    ['a memo', { payments: [{ ...payment, memo: '7' }] }, {}, 'bad_address'],
    [
      'an address of another chain',
      { payments: [{ ...payment, to: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1' }] },
      {},
      'bad_address',
    ],
    ['another coin', { payments: [{ ...payment, coin: 'LTC' }] }, {}, 'unknown_coin'],
    [
      'a sweep to somebody else',
      { kind: 'sweep', payments: [{ ...payment, own: change.path }] },
      {},
      'not_ours',
    ],
    ['a cold payment to somebody else', { kind: 'cold' }, {}, 'not_ours'],
  ];
  it.each(wrong)('is refused for %s', (_name, part, termsPart, refusal) => {
    expect(bench.outcome(payout('a', { ...part, terms: { ...terms, ...termsPart } }))).toBe(refusal);
  });

  it('is refused for the terms of another family', () => {
    const development = { family: 'development', from: change.path, nonce: 0, fee: 1n } as const;
    expect(bench.outcome(payout('a', { terms: development }))).toBe('malformed');
    expect(bench.outcome(payout('a', { network: 'ethereum' }))).toBe('malformed');
  });

  it('gathers on own addresses and pays to the cold one, and counts only the fees of both', () => {
    const whole = { family: 'bitcoin', inputs: [input('ab')], fee: 2_000n } as const;
    const own = { branch: 1, index: 3 } as const;
    for (let at = 10; at < 60; at += 1) {
      const each = { ...whole, inputs: [input(`${at}`)] };
      const sweep = { ...payment, amount: 498_000n, to: ownAddress(3), own };
      expect(bench.outcome(payout(`s${at}`, { kind: 'sweep', payments: [sweep], terms: each }))).toBe(
        'signed',
      );
    }
    const toCold = { ...payment, amount: 498_000n, to: cold };
    expect(bench.outcome(payout('c', { kind: 'cold', payments: [toCold], terms: whole }))).toBe('signed');
    // 51 fees of 2,000 are spent; eight payouts of 102,000 leave room for no ninth.
    const outcomes = Array.from({ length: 9 }, (_, at) =>
      bench.outcome(payout(`p${at}`, { terms: { ...terms, inputs: [input(`f${at}`)] } })),
    );
    expect(outcomes).toEqual([...Array<string>(8).fill('signed'), 'day_spent']);
  });
});

describe('a replacement of a transaction that spends outputs', () => {
  const dearer = (part: Partial<BitcoinTerms> = {}): BitcoinTerms => ({
    ...terms,
    change: { ...change, amount: 397_000n },
    fee: 3_000n,
    ...part,
  });

  it('takes its fee from the change or from a further output, and counts only what it pays more', () => {
    bench.sign(payout('a'));
    expect(bench.outcome(payout('b', { terms: dearer(), replaces: 'a' }))).toBe('signed');
    const further = dearer({
      inputs: [input('ab'), input('cd', 1_000n)],
      change: { ...change, amount: 397_000n },
      fee: 4_000n,
    });
    expect(bench.outcome(payout('c', { terms: further, replaces: 'b' }))).toBe('signed');
    // 100,000 and 4,000 are spent.
    const rest = { ...payment, amount: 894_000n };
    const of = (fee: bigint): Partial<SigningRequest> => ({
      payments: [rest],
      terms: { family: 'bitcoin', inputs: [input('ef', 894_000n + fee)], fee },
    });
    expect(bench.outcome(payout('d', of(2_001n)))).toBe('day_spent');
    expect(bench.outcome(payout('d', of(2_000n)))).toBe('signed');
  });

  it('is none when both could be mined, when it pays otherwise, or no more', () => {
    bench.sign(payout('a'));
    const others: Partial<SigningRequest>[] = [
      { terms: dearer({ inputs: [input('cd')] }) },
      { terms: dearer({ inputs: [input('cd'), input('ab')], change: { ...change, amount: 897_000n } }) },
      { terms: dearer(), payments: [{ ...payment, to: cold }] },
      {
        terms: dearer(),
        payments: [
          { ...payment, amount: 50_000n },
          { ...payment, amount: 50_000n },
        ],
      },
      { terms: { ...terms, inputs: [input('ab')], change: { ...change, amount: 398_001n }, fee: 1_999n } },
    ];
    for (const other of others)
      expect(bench.outcome(payout('b', { ...other, replaces: 'a' }))).toBe('not_a_replacement');
  });

  it('cannot drift away from the first one over several steps', () => {
    bench.sign(payout('a'));
    const both = dearer({ inputs: [input('ab'), input('cd')], change: { ...change, amount: 897_000n } });
    expect(bench.outcome(payout('b', { terms: both, replaces: 'a' }))).toBe('signed');
    const apart = dearer({ inputs: [input('cd')], change: { ...change, amount: 396_000n }, fee: 4_000n });
    expect(bench.outcome(payout('c', { terms: apart, replaces: 'b' }))).toBe('not_a_replacement');
  });
});

it('signs one transaction for one set of amounts, so that two half-true requests do not make one with a hidden fee', () => {
  // Each says the truth of one input of 500,000, and makes the other one small.
  const sweep = (id: string, amounts: [bigint, bigint]) =>
    payout(id, {
      kind: 'sweep',
      payments: [{ ...payment, to: ownAddress(3), own: { branch: 1, index: 3 } }],
      terms: {
        ...{ family: 'bitcoin', inputs: [input('ab', amounts[0]), input('cd', amounts[1])] },
        fee: amounts[0] + amounts[1] - 100_000n,
      },
    });
  const [first, second] = [sweep('a', [100_000n, 2_000n]), sweep('b', [2_000n, 100_000n])];
  expect(bench.outcome(first)).toBe('signed');
  expect(bench.outcome(second)).toBe('id_reused');
  bench.restart();
  expect(bench.outcome(first)).toBe('signed');
  bench.clock.realMs += 40 * 24 * 60 * 60 * 1_000;
  bench.restart();
  expect(bench.outcome(second)).toBe('id_reused');
  expect(bench.outcome({ ...first, id: 'c' })).toBe('id_reused');
});

it('refuses a policy in which one family’s keys could be reached twice, or that has what the family has not', () => {
  const parse = (part: Record<string, unknown>, other: Record<string, unknown> = {}) =>
    parsePolicy(JSON.stringify({ ...withBitcoin, networks: { bitcoin: { ...bitcoin, ...part }, ...other } }));
  expect(parse({}).networks.get('bitcoin')?.bitcoinChain).toBe('main');
  const { coldAddress: _cold, ...test } = { ...bitcoin, bitcoinChain: 'regtest' };
  expect(() => parse({}, { test })).toThrow(/different address formats/);
  expect(() => parse({ addressFormat: 'evm', coldAddress: undefined })).toThrow(/format bitcoin or litecoin/);
  expect(() => parse({ memo: 'tag' })).toThrow(/no memo/);
  expect(() => parse({ bitcoinChain: 'regtest' })).toThrow(/coldAddress/);
  expect(() => parse({ coins: { BTC: { dayMax: '1' }, USDT: { dayMax: '1', contract: payee } } })).toThrow(
    /token/,
  );
});
