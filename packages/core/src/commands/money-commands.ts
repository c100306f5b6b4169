import type { HouseCause } from '#ledger/house-paths.ts';

/** A number of a series, under which one movement of money is booked. It is given in SQL together with what it is for, without gaps. */
export interface Booking {
  readonly series: string;
  /** From 1 on. */
  readonly number: number;
}

/**
 * What a command that moves money carries instead of a key: the number under which it is booked, and the words that stand beside the money in the
 * journal for ever.
 */
export interface MoneyEnvelope {
  readonly acceptedAt: number;
  readonly booking: Booking;
  /** What it was booked for, by the name that the outside knows it by: a transaction and its output, a withdrawal, a code, an invoice, an approval. */
  readonly reference: string;
  /** Who or what caused it, such as `user:<id>`, `operator:<id>` or `watcher:<network>`. */
  readonly actor: string;
  /** In a person's words; a command that a person decides on must have one. */
  readonly reason?: string;
}

/** Money that came in from outside and is final there. */
export interface CreditDeposit extends MoneyEnvelope {
  readonly kind: 'CreditDeposit';
  readonly account: string;
  readonly coin: string;
  /** The house account through which it came: custody of a network, a bank or an acquirer. */
  readonly source: string;
  /** What came in, and what the house keeps of it. */
  readonly amount: bigint;
  readonly fee: bigint;
}

/** Takes a credit back that turned out to be none: as far as the account has it free, and the rest as a loss. */
export interface ReverseCredit extends MoneyEnvelope {
  readonly kind: 'ReverseCredit';
  readonly account: string;
  readonly coin: string;
  /** Where the credit came through. */
  readonly source: string;
  /** Who bears what the account no longer has: a house account of losses by reorganisation or by chargeback. */
  readonly loss: string;
  readonly amount: bigint;
  /** What of it the house gives back, because it was its fee. Nothing unless given. */
  readonly fee?: bigint;
  /** The most that may be lost; any amount unless given. With 0 it is taken back whole or not at all. */
  readonly lossMax?: bigint;
}

export interface HoldWithdrawal extends MoneyEnvelope {
  readonly kind: 'HoldWithdrawal';
  readonly withdrawalId: string;
  readonly account: string;
  readonly coin: string;
  /** On which network or through which bank it will leave. */
  readonly network: string;
  /** What leaves, and what the house takes on top. */
  readonly amount: bigint;
  readonly fee: bigint;
}

/** The withdrawal is about to be broadcast, and from here on it may leave at any moment: it is in flight. */
export interface SendWithdrawal extends MoneyEnvelope {
  readonly kind: 'SendWithdrawal';
  readonly withdrawalId: string;
  /** What leaves, when it is less than what was held for it. */
  readonly sent?: bigint;
}

export interface ReleaseWithdrawal extends MoneyEnvelope {
  readonly kind: 'ReleaseWithdrawal';
  readonly withdrawalId: string;
}

/** A payout that was in flight and can no longer arrive comes back to its account. */
export interface ReturnPayout extends MoneyEnvelope {
  readonly kind: 'ReturnPayout';
  readonly account: string;
  readonly coin: string;
  /** Where it was in flight. */
  readonly network: string;
  readonly amount: bigint;
  /** What of the house's fee is given back. */
  readonly fee: bigint;
}

export interface Transfer extends MoneyEnvelope {
  readonly kind: 'Transfer';
  readonly from: string;
  readonly to: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

export interface LockCode extends MoneyEnvelope {
  readonly kind: 'LockCode';
  /** What stands for the code; the server keeps the secret itself. */
  readonly codeId: string;
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
}

export interface RedeemCode extends MoneyEnvelope {
  readonly kind: 'RedeemCode';
  readonly codeId: string;
  readonly account: string;
}

export interface CancelCode extends MoneyEnvelope {
  readonly kind: 'CancelCode';
  readonly codeId: string;
  readonly account: string;
}

/** An operator's correction of an account, above or below zero; two persons have agreed to it before. */
export interface AdjustBalance extends MoneyEnvelope {
  readonly kind: 'AdjustBalance';
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
}

/** Puts money of the house's fees into the pool of a programme, from which its bonuses are paid. */
export interface FundPool extends MoneyEnvelope {
  readonly kind: 'FundPool';
  readonly programme: string;
  readonly coin: string;
  readonly amount: bigint;
}

export interface PayBonus extends MoneyEnvelope {
  readonly kind: 'PayBonus';
  readonly programme: string;
  readonly account: string;
  readonly coin: string;
  readonly amount: bigint;
}

/** Money of the house alone, for one of the reasons that `house-money.ts` allows. */
export interface MoveHouseMoney extends MoneyEnvelope {
  readonly kind: 'MoveHouseMoney';
  readonly cause: HouseCause;
  /** One leg, or several that happen together: a payout and what the network took for it. */
  readonly legs: readonly HouseLeg[];
}

export interface HouseLeg {
  readonly from: string;
  readonly to: string;
  readonly coin: string;
  readonly amount: bigint;
}

/** Uses up a booking number whose movement will never come, so that the numbers after it need not be remembered singly. */
export interface VoidBooking extends MoneyEnvelope {
  readonly kind: 'VoidBooking';
}

/** Every one of these carries a booking; all others have a key. */
export type MoneyCommand =
  | CreditDeposit
  | ReverseCredit
  | HoldWithdrawal
  | SendWithdrawal
  | ReleaseWithdrawal
  | ReturnPayout
  | Transfer
  | LockCode
  | RedeemCode
  | CancelCode
  | AdjustBalance
  | FundPool
  | PayBonus
  | MoveHouseMoney
  | VoidBooking;
