import { expect, it } from 'vitest';
import { arrivedAmount } from './deposit-wire.ts';

it('shows what arrived in whole units of the ledger, and nothing of a remainder below one', () => {
  const finer = { decimals: 18, ledgerDecimals: 12 };
  expect(arrivedAmount({ chainAmount: 999_999n }, finer)).toBe('0');
  expect(arrivedAmount({ chainAmount: 3_000_001_999_999_999_999n }, finer)).toBe('3.000001999999');
  expect(arrivedAmount({ chainAmount: 5_000_000n }, { decimals: 8, ledgerDecimals: 8 })).toBe('0.05');
  // Of a token that is not listed, the decimals are unknown.
  expect(arrivedAmount({ chainAmount: 999_999n }, undefined)).toBe('999999');
});
