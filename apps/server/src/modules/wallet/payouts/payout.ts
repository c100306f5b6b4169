import type { Payment, Terms } from '@emporion/chains';

/** Where a transaction of ours stands. */
export type PayoutStatus =
  /** It has its place in the row of its address, and the exchange is being told that its money leaves. */
  | 'building'
  /** All its money is in flight; it may be signed. */
  | 'built'
  | 'signed'
  | 'broadcast'
  | 'confirming'
  | 'completed'
  | 'failed'
  | 'replaced';

/** A transaction of ours on a chain, and what became of it. */
export interface Payout {
  readonly id: string;
  readonly network: string;
  readonly kind: 'payout' | 'sweep' | 'top-up' | 'cold';
  readonly fromAddress: string;
  /** Null on chains that do not number the transactions of an address. */
  readonly nonce: number | null;
  readonly payments: readonly Payment[];
  readonly terms: Terms;
  readonly status: PayoutStatus;
  readonly waitsFor: string | null;
  /** When the signer was first asked for it. Null: it never was, so that there are no bytes of it. */
  readonly askedAt: Date | null;
  readonly transactionId: string | null;
  readonly raw: string | null;
  readonly blockHeight: number | null;
  readonly blockHash: string | null;
  readonly cost: bigint | null;
  readonly books: 'open' | 'settling' | 'settled';
  /** The one whose payments it makes at a higher fee. */
  readonly replaces: string | null;
  /** The first of those of which the chain takes only one; its own id for one that replaces nothing. */
  readonly root: string;
}

/** Whether it was made elsewhere and found on the chain: we have no bytes of it, so it is followed and never sent or replaced. */
export function isFound({ transactionId, raw }: Pick<Payout, 'transactionId' | 'raw'>): boolean {
  return transactionId !== null && !raw;
}

/** Whether it pays nobody, and only uses up the number or inputs of others. What users asked for is never that, wherever it goes. */
export function isCancel({
  kind,
  payments,
  fromAddress,
}: Pick<Payout, 'kind' | 'payments' | 'fromAddress'>): boolean {
  return kind === 'sweep' && payments.every(({ to }) => to === fromAddress);
}
