import type { AddressFormatName } from '#addresses/address-format.ts';
import type { MemoKind } from '#addresses/memo.ts';

/** What a development chain needs to know of its network to read a transaction. */
export interface DevelopmentNetwork {
  readonly code: string;
  readonly addressFormat: AddressFormatName;
  /** Undefined where payments carry no memo. */
  readonly memo: MemoKind | undefined;
}

export interface DevelopmentPayment {
  readonly to: string;
  readonly memo?: string;
  /** The contract of a token; without one the coin of the network itself. */
  readonly contract?: string;
  readonly amount: bigint;
}

/** A transaction of the development chain: all payments or none, from one account, whose transactions are numbered from 0 without a gap. */
export interface DevelopmentTransaction {
  readonly network: string;
  readonly from: string;
  readonly nonce: number;
  readonly payments: readonly DevelopmentPayment[];
  /** In the coin that pays for the network's transactions. */
  readonly fee: bigint;
}

export const developmentPaymentsMax = 256;
/** Amounts and fees have at most 128 bits: 10¹⁸ units of 10²⁰ coins fit. */
export const developmentAmountMax = 2n ** 128n - 1n;

export interface SignedDevelopment extends DevelopmentTransaction {
  /** The hash of what is signed. No signature changes it. */
  readonly id: string;
  /** The whole transaction as the chain takes it, in lower-case hexadecimal digits. */
  readonly raw: string;
}

export type DevelopmentRefusal =
  /** Not hexadecimal, too large, cut off, or spelled otherwise than the one way. */
  | 'malformed'
  | 'wrong_network'
  | 'bad_address'
  | 'bad_memo'
  | 'bad_amount'
  /** The sender is not the address of the public key. */
  | 'wrong_sender'
  | 'bad_signature';
