import type { BitcoinTerms, EvmTerms, SigningRequest, TronTerms } from '@emporion/chains';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '#count/count.ts';
import { payee, payout, SignerBench, testPolicy } from '#testing/signer-bench.ts';

const usdtOnTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const policy = {
  ...testPolicy,
  networks: {
    ...testPolicy.networks,
    litecoin: {
      ...{ family: 'bitcoin', addressFormat: 'litecoin', feeCoin: 'LTC', feeMax: '10000', topUpDayMax: '0' },
      coins: { LTC: { dayMax: '100000000' } },
    },
    tron: {
      ...{ family: 'tron', addressFormat: 'tron', feeCoin: 'TRX', feeMax: '40000000', topUpDayMax: '0' },
      coins: { TRX: { dayMax: '1000000000' }, USDT: { contract: usdtOnTron, dayMax: '1000' } },
    },
  },
};

let bench: SignerBench;
beforeEach(() => {
  bench = new SignerBench(policy);
});
afterEach(() => bench.remove());

const hot = { branch: 1, index: 0 } as const;
const paying = (...withdrawals: string[]) =>
  withdrawals.map((withdrawal) => ({ to: payee, coin: 'ETH', amount: 1n, withdrawal }));

describe('a withdrawal', () => {
  it('is signed for once, whatever the request is called, also after a restart and for ever', () => {
    expect(bench.outcome(payout('a', { payments: paying('w1', 'w2'), nonce: 5 }))).toBe('signed');
    const again = payout('b', { payments: paying('w3', 'w2'), nonce: 6 });
    expect(bench.sign(again)).toMatchObject({ refusal: 'withdrawal_signed', withdrawals: ['w2'] });
    bench.restart();
    expect(bench.outcome(again)).toBe('withdrawal_signed');
    bench.clock.realMs += 15 * dayMs;
    bench.restart();
    expect(bench.sign(again)).toMatchObject({ refusal: 'withdrawal_signed', withdrawals: ['w2'] });
    expect(bench.outcome(payout('c', { payments: paying('w3'), nonce: 6 }))).toBe('signed');
  });

  it('is signed for again by what has the same number, of which only one is mined', () => {
    const first = payout('a', { payments: paying('w1'), nonce: 5, fee: 1n });
    expect(bench.outcome(first)).toBe('signed');
    expect(bench.outcome(first)).toBe('signed');
    expect(
      bench.outcome({ ...first, id: 'b', replaces: 'a', terms: { ...first.terms, fee: 2n } as never }),
    ).toBe('signed');
    expect(bench.outcome(payout('c', { payments: paying('w1', 'w2'), nonce: 5 }))).toBe('signed');
    expect(bench.outcome(payout('d', { payments: paying('w2'), nonce: 6 }))).toBe('withdrawal_signed');
  });

  it('that was refused is free', () => {
    expect(bench.outcome(payout('a', { payments: paying('w1'), fee: 11n }))).toBe('fee_too_high');
    expect(bench.outcome(payout('b', { payments: paying('w1'), nonce: 9 }))).toBe('signed');
  });

  it('is named once in a request, and only in payouts', () => {
    expect(bench.outcome(payout('a', { payments: paying('w1', 'w1') }))).toBe('malformed');
    expect(bench.outcome(payout('a', { payments: paying('w1'), kind: 'cold' }))).toBe('malformed');
    expect(bench.outcome(payout('a', { payments: paying('w1'), follows: ['b'] }))).toBe('malformed');
  });

  it('counts on EVM chains by sender, number and chain', () => {
    const terms: EvmTerms = {
      ...{ family: 'evm', from: hot, nonce: 3, chainId: 137 },
      ...{ gas: 21_000n, maxFeePerGas: 10n, maxPriorityFeePerGas: 1n },
    };
    const payments = [{ to: payee, coin: 'POL', amount: 1n, withdrawal: 'w1' }];
    const request: SigningRequest = { id: 'a', kind: 'payout', network: 'polygon', payments, terms };
    expect(bench.outcome(request)).toBe('signed');
    expect(bench.outcome({ ...request, id: 'b', terms: { ...terms, nonce: 4 } })).toBe('withdrawal_signed');
    expect(bench.outcome(payout('c', { payments: paying('w1'), nonce: 3 }))).toBe('withdrawal_signed');
  });

  it('counts on the Bitcoin family by the first input', () => {
    const input = (digit: string, amount = 10_000n) => ({
      ...{ transactionId: digit.repeat(64), output: 0, amount, path: hot },
    });
    const to = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
    const terms = (...inputs: ReturnType<typeof input>[]): BitcoinTerms => ({
      ...{ family: 'bitcoin', inputs, fee: 1_000n },
      change: { path: hot, amount: inputs.reduce((sum, { amount }) => sum + amount, 0n) - 6_000n },
    });
    const request: SigningRequest = {
      ...{ id: 'a', kind: 'payout', network: 'litecoin', terms: terms(input('a')) },
      payments: [{ to, coin: 'LTC', amount: 5_000n, withdrawal: 'w1' }],
    };
    expect(bench.outcome(request)).toBe('signed');
    expect(bench.outcome({ ...request, id: 'b', terms: terms(input('b')) })).toBe('withdrawal_signed');
    expect(bench.outcome({ ...request, id: 'c', terms: terms(input('b'), input('a')) })).toBe(
      'withdrawal_signed',
    );
    expect(bench.outcome({ ...request, id: 'd', terms: terms(input('a'), input('b')) })).toBe('signed');
    // What the last one would spend can never exist, as the server has found; it must know which one that was.
    const instead = { ...request, id: 'e', terms: terms(input('c')) };
    expect(bench.outcome({ ...instead, follows: ['a'] })).toBe('withdrawal_signed');
    expect(bench.outcome({ ...instead, follows: ['a', 'd'] })).toBe('signed');
  });

  it('is signed for again on Tron when the first one has expired, by whoever names it', () => {
    const start = bench.clock.realMs;
    const terms = (at: number): TronTerms => ({
      ...{ family: 'tron', from: hot, refBlockBytes: 'a1b2', refBlockHash: '0123456789abcdef' },
      ...{ expiration: at + 600_000, timestamp: at, feeLimit: 30_000_000n, reserve: 400_000n },
    });
    const to = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL';
    const request = (id: string, at: number, follows?: string): SigningRequest => ({
      ...{ id, kind: 'payout', network: 'tron', terms: terms(at), ...(follows && { follows: [follows] }) },
      payments: [{ to, coin: 'USDT', contract: usdtOnTron, amount: 3n, withdrawal: 'w1' }],
    });
    expect(bench.outcome(request('a', start))).toBe('signed');
    expect(bench.outcome(request('b', start + 1, 'a'))).toBe('withdrawal_signed');
    // A clock that is set meanwhile ends nothing.
    bench.clock.offsetMs = 700_000;
    expect(bench.outcome(request('b', start + 1, 'a'))).toBe('withdrawal_signed');
    bench.clock.offsetMs = 0;
    bench.clock.realMs += 600_001;
    expect(bench.outcome(request('b', start + 600_002))).toBe('withdrawal_signed');
    expect(bench.outcome(request('b', start + 600_002, 'a'))).toBe('signed');
    bench.clock.realMs += 600_002;
    expect(bench.outcome(request('c', start + 1_200_010, 'a'))).toBe('withdrawal_signed');
    expect(bench.outcome(request('c', start + 1_200_010, 'b'))).toBe('signed');
  });
});
