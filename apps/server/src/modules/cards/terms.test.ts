import { describe, expect, it } from 'vitest';
import { feeOf, grossOf } from './terms.ts';

describe('the fee of a payment', () => {
  const fee = { rate: 290n, fixed: 30n };

  it('is a share and a fixed part, rounded up', () => {
    expect(feeOf(10_000n, fee)).toBe(320n);
    expect(feeOf(1n, fee)).toBe(31n);
  });

  it('leaves what is wanted of the least amount that does', () => {
    for (const net of [1n, 2n, 99n, 100n, 9_680n, 123_457n, 1_000_003n]) {
      const gross = grossOf(net, fee);
      expect(gross - feeOf(gross, fee)).toBeGreaterThanOrEqual(net);
      expect(gross - 1n - feeOf(gross - 1n, fee)).toBeLessThan(net);
    }
  });
});
