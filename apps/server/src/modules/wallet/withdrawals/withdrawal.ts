import type { Transaction } from '@emporion/contracts/rest';

export const minuteMs = 60_000;

/** Where a withdrawal stands. Migration 0083 has every step that it can take from one to another. */
export type WithdrawalStatus =
  /** Written down, and the exchange not asked yet to hold the money. */
  | 'new'
  /** Waits for its code, and then for the link of its mail. */
  | 'requested'
  | 'confirmed'
  /** A person has to look at it. */
  | 'held'
  | 'queued'
  | 'built'
  | 'signed'
  | 'broadcast'
  | 'confirming'
  | 'completed'
  | 'cancelled'
  | 'rejected'
  | 'failed';

/** How far the exchange has been told of it. */
export type WithdrawalBooks =
  | 'none'
  | 'holding'
  | 'held'
  | 'releasing'
  | 'released'
  | 'leaving'
  | 'in_flight'
  | 'returning'
  | 'returned'
  | 'transferring'
  | 'moved'
  | 'settling'
  | 'settled'
  | 'refused';

/** Why a person has to look at it, or what it waits for. */
export type HoldReason =
  | 'large_amount'
  | 'unknown_value'
  | 'new_device'
  | 'velocity'
  | 'account_switched_off'
  /** The signer has signed another transaction for it, of which we do not know. */
  | 'signed_before'
  /** Somebody of the staff took it out of the queue. */
  | 'staff';

export interface Withdrawal {
  readonly id: string;
  readonly userId: string;
  readonly clientId: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
  /** In whose name the account at the bank is. Null: it goes over a network. */
  readonly holder: string | null;
  /** The one of our banks that was told to pay it. */
  readonly bank: string | null;
  /** Decimals, as they are stored. */
  readonly amount: string;
  readonly fee: string;
  readonly value: string | null;
  readonly status: WithdrawalStatus;
  readonly books: WithdrawalBooks;
  readonly waitsFor: string | null;
  readonly reason: string | null;
  readonly codeConfirmedAt: Date | null;
  readonly wrongCodes: number;
  readonly linkExpiresAt: Date | null;
  /** When its mail was sent last. */
  readonly linkSentAt: Date | null;
  readonly recipient: string | null;
  readonly payoutId: string | null;
  /** It was mined and failed: what comes back is the amount alone. */
  readonly feeKept: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What its owner is told of where it stands. */
export const withdrawalStatuses: Readonly<Record<WithdrawalStatus, Transaction['status']>> = {
  new: 'pending',
  requested: 'pending',
  confirmed: 'pending',
  held: 'pending',
  queued: 'pending',
  built: 'pending',
  signed: 'pending',
  broadcast: 'confirming',
  confirming: 'confirming',
  completed: 'completed',
  cancelled: 'cancelled',
  rejected: 'cancelled',
  failed: 'failed',
};

/** The states in which nothing has left yet, so that its owner can still call it off. */
export const cancellable: readonly WithdrawalStatus[] = ['requested', 'confirmed', 'held', 'queued'];

/**
 * How the money of one of which nothing has left goes back: what is held is released, and what was in flight already, before the signer put it off, is
 * returned. Undefined while the exchange is being told something.
 */
export function booksOfReturn({ books }: Pick<Withdrawal, 'books'>): WithdrawalBooks | undefined {
  if (books === 'held') return 'releasing';
  if (books === 'in_flight') return 'returning';
  return books === 'none' ? 'none' : undefined;
}
