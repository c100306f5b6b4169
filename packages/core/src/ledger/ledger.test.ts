import { describe, expect, it } from 'vitest';
import { houseAccounts } from './house.ts';
import { Ledger } from './ledger.ts';
import { areBalanced, type Bucket, moveWithin, unbalancedCoins } from './posting.ts';

const posting = (account: string, amount: bigint, bucket: Bucket = 'available') => ({
  account,
  coin: 'TEA',
  bucket,
  amount,
});

describe('the ledger', () => {
  it('conserves money: custody is what people have, with the sign turned', () => {
    const ledger = new Ledger();
    ledger.post([posting(houseAccounts.custody, -10n), posting('ann', 10n)]);
    expect(ledger.imbalances().size).toBe(0);
    expect([ledger.available('ann', 'TEA'), ledger.available(houseAccounts.custody, 'TEA')]).toEqual([
      10n,
      -10n,
    ]);
    expect(ledger.available('nobody', 'TEA')).toBe(0n);
  });

  it.each([
    ['an available balance', [posting('ann', -11n), posting('bob', 11n)]],
    ['a hold', [posting('ann', -1n, 'orders'), posting('ann', 1n)]],
    ['the fees', [posting(houseAccounts.fees, -1n), posting('ann', 1n)]],
    ['a hold of the house', [posting(houseAccounts.custody, -1n, 'orders'), posting('ann', 1n)]],
  ])('stops before it overdraws %s', (_, postings) => {
    const ledger = new Ledger();
    ledger.post([posting(houseAccounts.custody, -10n), posting('ann', 10n)]);
    expect(() => ledger.post(postings)).toThrow('overdrawn');
  });

  it('names the coins in which postings do not sum to zero', () => {
    expect(
      unbalancedCoins([posting('ann', -1n), posting('bob', 2n), { ...posting('bob', 0n), coin: 'GOLD' }]),
    ).toEqual(['TEA']);
    expect(moveWithin({ account: 'ann', coin: 'TEA', from: 'available', to: 'orders', amount: 0n })).toEqual(
      [],
    );
  });
});

it.each([
  ['nothing', [], true],
  ['one coin', [posting(houseAccounts.custody, -1n), posting('bob', 1n)], true],
  ['one coin with a unit too many', [posting(houseAccounts.custody, -1n), posting('bob', 2n)], false],
  [
    'two coins, the second one wrong',
    [posting(houseAccounts.custody, -1n), posting('bob', 1n), { ...posting('ann', 3n), coin: 'GOLD' }],
    false,
  ],
  [
    'three coins',
    ['TEA', 'GOLD', 'SILK'].flatMap((coin) => [
      { ...posting('ann', 1n), coin },
      { ...posting(houseAccounts.custody, -1n), coin },
    ]),
    true,
  ],
  [
    'three coins, the last one wrong',
    ['TEA', 'GOLD', 'SILK'].map((coin) => ({ ...posting('ann', coin === 'SILK' ? 1n : 0n), coin })),
    false,
  ],
])('tells whether postings sum to zero in every coin: %s', (_, postings, expected) => {
  expect(areBalanced(postings)).toBe(expected);
});
