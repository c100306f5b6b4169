import type { MoneyCommand } from '@emporion/core';

type Envelope = Omit<Pick<MoneyCommand, 'booking' | 'reference' | 'actor' | 'reason'>, never>;

/** The envelope of a test's movement of money. Each reference is a series of its own, so the same one moves money once. */
export function booked(reference: string): Required<Envelope> {
  const booking = { series: reference.slice(-64), number: 1 };
  return { booking, reference, actor: 'test', reason: 'a test' };
}

/** The rest of a deposit over the network of the tests, without a fee. */
export const testDeposit = { kind: 'CreditDeposit', source: 'house:custody:testnet', fee: 0n } as const;
