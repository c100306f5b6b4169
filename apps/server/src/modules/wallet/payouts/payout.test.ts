import { expect, it } from 'vitest';
import { isCancel } from './payout.ts';

const toItself = { payments: [{ to: 'hot', coin: 'BTC', amount: 1n }], fromAddress: 'hot' };

it('takes a payment to ourselves for a cancellation, and never what a user asked for', () => {
  expect(isCancel({ kind: 'sweep', ...toItself })).toBe(true);
  expect(isCancel({ kind: 'payout', ...toItself })).toBe(false);
  expect(isCancel({ kind: 'sweep', ...toItself, fromAddress: 'of a user' })).toBe(false);
});
