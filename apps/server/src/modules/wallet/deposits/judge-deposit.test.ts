import { describe, expect, it } from 'vitest';
import type { CoinNetwork } from '#modules/markets/index.ts';
import { judgeDeposit, toLedger } from './judge-deposit.ts';

const coin = {
  depositFee: '0',
  depositMin: '0',
  depositMax: null,
  depositsDisabled: false,
  decimals: 18,
  ledgerDecimals: 6,
} as unknown as CoinNetwork;
const owned = {
  ...{ userId: 'ann', memo: null, chainAmount: 5n * 10n ** 18n, isAccountActive: true },
  ...{ feeWhenSeen: null, maxWhenSeen: null },
};
const judge = (deposit: object = {}, terms: object = {}, memo: 'tag' | null = null) =>
  judgeDeposit({ ...owned, ...deposit }, { network: { memo }, coin: { ...coin, ...terms } });

it('credits what is left after the fee of the house', () => {
  expect(judge({}, { depositFee: '0.5' })).toEqual({
    credit: { amount: 5_000_000n, remainder: 0n, fee: 500_000n },
  });
});

it('takes the fee of when it was first seen, and holds only above the maxima of then and of now', () => {
  const seen = (feeWhenSeen: string, maxWhenSeen: string | null) => ({ feeWhenSeen, maxWhenSeen });
  expect(judge(seen('0.5', null), { depositFee: '2' })).toMatchObject({ credit: { fee: 500_000n } });
  for (const [then, now, isHeld] of [
    ['4', '4', true],
    ['4', null, false],
    [null, '4', false],
    ['4', '6', false],
    ['6', '4', false],
  ] as const)
    expect('hold' in judge(seen('0', then), { depositMax: now })).toBe(isHeld);
});

describe('rounding', () => {
  it.each([
    [18, 6, 1_999_999_999_999n, 1n, 999_999_999_999n],
    [18, 6, 999_999_999_999n, 0n, 999_999_999_999n],
    [6, 6, 7n, 7n, 0n],
    [6, 8, 7n, 700n, 0n],
    [0, 2, 3n, 300n, 0n],
  ])(
    'from %i to %i decimals, %d is %d and leaves %d',
    (decimals, ledgerDecimals, units, amount, remainder) => {
      expect(toLedger(units, { decimals, ledgerDecimals })).toEqual({ amount, remainder });
    },
  );

  it('never gives away what is finer than the ledger: fees and minima are rounded up, maxima down', () => {
    expect(judge({}, { depositFee: '0.0000001' })).toMatchObject({ credit: { fee: 1n } });
    expect(judge({ chainAmount: 10n ** 12n }, { depositMin: '0.0000011' })).toEqual({
      hold: 'below_minimum',
    });
    expect(judge({ chainAmount: 2n * 10n ** 12n }, { depositMax: '0.0000019' })).toEqual({
      hold: 'above_maximum',
    });
  });
});

describe('holds', () => {
  it.each([
    ['missing_memo', { userId: null }, {}, 'tag'],
    ['no_owner', { userId: null, memo: '7' }, {}, 'tag'],
    ['no_owner', { userId: null }, {}, null],
    ['deposits_disabled', { chainAmount: 1n, isAccountActive: false }, { depositsDisabled: true }, null],
    ['below_minimum', { chainAmount: 1n, isAccountActive: false }, {}, null],
    ['below_minimum', {}, { depositMin: '5.000001' }, null],
    ['below_minimum', {}, { depositFee: '5' }, null],
    ['above_maximum', { isAccountActive: false }, { depositMax: '4.999999' }, null],
    ['above_maximum', { chainAmount: 10n ** 60n }, {}, null],
    ['account_switched_off', { isAccountActive: false }, {}, null],
  ] as const)('%s (case %#)', (reason, deposit, terms, memo) => {
    expect(judge(deposit, terms, memo)).toEqual({ hold: reason });
  });

  it('unknown_token, before it looks at anything of the coin', () => {
    expect(judgeDeposit(owned, { network: { memo: null }, coin: undefined })).toEqual({
      hold: 'unknown_token',
    });
  });
});
