import { expect, it } from 'vitest';
import { openTeaMarket } from '#testing/fixture.ts';
import { checkInvariants } from '#testing/invariants.ts';

it('trades a crossing order and keeps the rest on the book', () => {
  const test = openTeaMarket({ rules: { fees: [{ maker: 1_000, taker: 2_000 }] } });
  const market = 'TEA-GOLD';
  test.place({ account: 'ann', market, side: 'sell', type: 'limit', quantity: 1_000, price: 10 });
  test.place({ account: 'bob', market, side: 'buy', type: 'limit', quantity: 1_500, price: 12 });
  checkInvariants(test.exchange);
  expect(test.available('bob', 'TEA')).toBe(1_000_998n);
  expect(test.available('ann', 'GOLD')).toBe(1_009_990n);
  expect(test.available('bob', 'GOLD')).toBe(1_000_000n - 10_000n - 6_000n);
});
