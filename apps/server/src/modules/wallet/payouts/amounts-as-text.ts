import type { Payment, Terms } from '@emporion/chains';

/** JSON has no number for an amount: they are kept as text, and are whole numbers again when they are read. */
export function toStored(value: readonly Payment[] | Terms): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part));
}

type StoredPayment = Omit<Payment, 'amount'> & { readonly amount: string };

export function paymentsFromStored(stored: readonly StoredPayment[]): Payment[] {
  return stored.map((payment) => ({ ...payment, amount: BigInt(payment.amount) }));
}

export function termsFromStored(stored: Omit<Terms, 'fee'> & { readonly fee: string }): Terms {
  return { ...stored, fee: BigInt(stored.fee) };
}
