import type { Payment, Terms } from '@emporion/chains';

/** JSON has no number for an amount: they are kept as text, and are whole numbers again when they are read. */
export function toStored(value: readonly Payment[] | Terms): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part));
}

type StoredPayment = Omit<Payment, 'amount'> & { readonly amount: string };

export function paymentsFromStored(stored: readonly StoredPayment[]): Payment[] {
  return stored.map((payment) => ({ ...payment, amount: BigInt(payment.amount) }));
}

type AsText<Value> = Value extends bigint ? string : Value;

/** Terms as they are stored: every amount a text. */
export type StoredTerms = Terms extends infer Each
  ? Each extends Terms
    ? { readonly [Name in keyof Each]: AsText<Each[Name]> }
    : never
  : never;

export function termsFromStored(stored: StoredTerms): Terms {
  if (stored.family === 'development') return { ...stored, fee: BigInt(stored.fee) };
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = stored;
  return {
    ...stored,
    gas: BigInt(gas),
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
  };
}
