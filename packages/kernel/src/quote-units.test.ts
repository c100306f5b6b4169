import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areDecimalsUsable, QuoteUnits } from './quote-units.ts';

const count = fc.nat({ max: 18 });
const decimals = fc
  .record({ baseDecimals: count, quoteDecimals: count, priceDecimals: count, quantityDecimals: count })
  .filter(areDecimalsUsable);
/** From one to the largest whole number, every magnitude as likely. */
const figure = fc
  .tuple(fc.nat({ max: 53 }), fc.maxSafeNat())
  .map(([bits, value]) => Math.max(1, Math.floor(value / 2 ** bits)));

it('costs are exact to the unit, from the smallest product to the largest', () => {
  fc.assert(
    fc.property(decimals, figure, figure, (each, price, quantity) => {
      const units = new QuoteUnits(each);
      const product = BigInt(price) * BigInt(quantity) * 10n ** BigInt(each.quoteDecimals);
      const scale = 10n ** BigInt(each.priceDecimals + each.quantityDecimals);
      expect(units.quoteDown(price, quantity)).toBe(product / scale);
      expect(units.quoteUp(price, quantity)).toBe((product + scale - 1n) / scale);
      expect(units.isDust(price, quantity)).toBe(product < scale);
    }),
    { numRuns: 2_000 },
  );
});

it('a budget affords as much as costs no more, and not one unit more of it', () => {
  fc.assert(
    fc.property(decimals, figure, figure, (each, price, size) => {
      const units = new QuoteUnits(each);
      const budget = BigInt(size);
      const affordable = units.affordable(budget, price);
      fc.pre(affordable < BigInt(Number.MAX_SAFE_INTEGER));
      expect(units.quoteUp(price, Number(affordable)) <= budget).toBe(true);
      expect(units.quoteUp(price, Number(affordable) + 1) > budget).toBe(true);
    }),
    { numRuns: 500 },
  );
});
