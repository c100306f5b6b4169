import type { Payment, Terms } from '@emporion/chains';
import { readTerms } from '@emporion/chains/wire';

/** JSON has no number for an amount: they are kept as text, and are whole numbers again when they are read. */
export function toStored(value: readonly Payment[] | Terms): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part));
}

type StoredPayment = Omit<Payment, 'amount'> & { readonly amount: string };

export function paymentsFromStored(stored: readonly StoredPayment[]): Payment[] {
  return stored.map((payment) => ({ ...payment, amount: BigInt(payment.amount) }));
}

/** Terms as they are stored: every amount a text. */
export function termsFromStored(stored: unknown): Terms {
  return readTerms(stored);
}
