/** Which key: of the account of a network, on its branch for deposits (0) or for the house's own money (1), by number. */
export interface KeyPath {
  readonly branch: 0 | 1;
  readonly index: number;
}

export interface Payment {
  readonly to: string;
  readonly memo?: string;
  /** The coin as the ledger names it; the signer counts by it. */
  readonly coin: string;
  /** Of a token, as the signer's own file has it for this coin. */
  readonly contract?: string;
  /** In the chain's units. */
  readonly amount: bigint;
  /** The withdrawal that it pays, in a payout and nowhere else. It stands in no transaction: the signer pays each one by transactions of which only one can be mined. */
  readonly withdrawal?: string;
  /** Whose address `to` is, in a sweep or top-up and nowhere else: the signer derives it and compares. */
  readonly own?: KeyPath;
}

/** The payment of a transaction that does nothing but use up a number or an input: the least that can be signed for, from an address to itself. */
export function paymentToItself({ address, path, coin }: ToItself): Payment {
  return { to: address, coin, amount: 1n, own: path };
}

interface ToItself {
  readonly address: string;
  readonly path: KeyPath;
  /** The coin that pays for the network's transactions. */
  readonly coin: string;
}

/** What of a transaction is not its payments. Each family of chains needs something else. */
export type Terms = DevelopmentTerms | EvmTerms | BitcoinTerms | TronTerms;

export interface DevelopmentTerms {
  readonly family: 'development';
  readonly from: KeyPath;
  readonly nonce: number;
  /** In units of the coin that pays for the network's transactions. */
  readonly fee: bigint;
}

/** The most that a transaction on these terms can cost. Layer-2 chains that charge for their data apart take that beside it. */
export function costOf(terms: Terms): bigint {
  switch (terms.family) {
    case 'evm':
      return terms.gas * terms.maxFeePerGas;
    case 'tron':
      return terms.feeLimit + terms.reserve;
    default:
      return terms.fee;
  }
}

/** Of a transaction with one payment, as EIP-1559 has it. Fees are in the chain's smallest units for each unit of gas. */
export interface EvmTerms {
  readonly family: 'evm';
  readonly from: KeyPath;
  readonly nonce: number;
  readonly chainId: number;
  /** The most that it may use. */
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** An output of ours that a transaction spends. */
export interface BitcoinInput {
  readonly transactionId: string;
  readonly output: number;
  readonly amount: bigint;
  /** Whose it is: P2WPKH of this key. */
  readonly path: KeyPath;
}

/** Of a transaction that makes its payments in their order, and gives what is left to a key of the house as its last output. */
export interface BitcoinTerms {
  readonly family: 'bitcoin';
  /** The first one stands for the transaction: whatever replaces it spends that one too, so that only one of them is ever mined. */
  readonly inputs: readonly BitcoinInput[];
  readonly change?: { readonly path: KeyPath; readonly amount: bigint };
  /** What the inputs have above payments and change, to the unit. */
  readonly fee: bigint;
}

/**
 * Of a transaction with one payment. The chain counts no numbers of a sender: what keeps a transaction from being mined twice is its id, and what ends it
 * is its expiration.
 */
export interface TronTerms {
  readonly family: 'tron';
  readonly from: KeyPath;
  /** The last two bytes of the height of a block that the transaction needs in its past, in hexadecimal. */
  readonly refBlockBytes: string;
  /** The second eight bytes of that block's hash. */
  readonly refBlockHash: string;
  /** When it can no longer be mined, in milliseconds since 1970. */
  readonly expiration: number;
  readonly timestamp: number;
  /** The most that a contract may use, in units of the coin. Zero for a payment of the coin itself. */
  readonly feeLimit: bigint;
  /** What the network can take beside it: for the bytes, and for an account that the payment opens. It stands in no transaction. */
  readonly reserve: bigint;
}

/**
 * What the signer is asked for. Everything it checks stands here, and it makes the transaction itself from it: no bytes of anybody else are signed.
 *
 * `payout` pays users and counts against the day. `sweep` gathers on addresses that the signer derives itself, and `top-up` gives them what they need for
 * fees, in the coin that pays fees and with a small day of its own. `cold` pays to the cold address of the signer's own file. The fee of each counts against
 * the day of the coin that it is paid in.
 */
export interface SigningRequest {
  /** The same id and the same words give the same signature again; the same id with other words is refused. */
  readonly id: string;
  readonly kind: 'payout' | 'sweep' | 'top-up' | 'cold';
  readonly network: string;
  readonly payments: readonly Payment[];
  readonly terms: Terms;
  /** The id of the request whose transaction this one replaces: same kind and payments, and an input or nonce in common. Only the higher fee is counted. */
  readonly replaces?: string;
  /** The ids of requests that were to pay the same withdrawals, and whose transactions can never be mined: on Tron they expired, on the Bitcoin family they spend what will never exist. */
  readonly follows?: readonly string[];
}

export type SigningAnswer =
  | { readonly signed: true; readonly transactionId: string; readonly raw: string }
  | {
      readonly signed: false;
      readonly refusal: SigningRefusal;
      readonly reason: string;
      /** Those that were signed for before. */
      readonly withdrawals?: readonly string[];
    };

export type SigningRefusal =
  /** A field is missing, unknown or out of bounds. */
  | 'malformed'
  | 'unknown_kind'
  | 'unknown_network'
  /** The signer's file does not have the coin on this network, or has it under another contract. */
  | 'unknown_coin'
  /** The id stands for other words already. */
  | 'id_reused'
  /** Not an address of the network in its one spelling, or a memo that it cannot carry. */
  | 'bad_address'
  /** A sweep or top-up to an address that the signer does not derive, or a cold payment to another than its file's. */
  | 'not_ours'
  | 'no_cold_address'
  /** Above what one transaction may cost by the signer's file. */
  | 'fee_too_high'
  /** It would pass what may leave in any 24 hours. Later there is room again. */
  | 'day_spent'
  | 'not_a_replacement'
  /** A withdrawal of it was signed for before, by a transaction beside which this one could be mined. */
  | 'withdrawal_signed';

/** The coins of the signer's own file by network, each with its contract there. Limits stay with the signer. */
export type SignerCoins = Readonly<Record<string, Readonly<Record<string, { readonly contract?: string }>>>>;

/** What the signer tells of itself. The server derives every address from these public keys, and pins them. */
export interface SignerIdentity {
  /** Its keystore was made for a demo. A production server refuses it. */
  readonly demo: boolean;
  /** The id of the last request that it has signed, unless that was more than 14 days ago. */
  readonly last?: string;
  readonly networks: Readonly<
    Record<
      string,
      {
        /** The extended public key of the network's account; its branches are derived without a secret. */
        readonly publicKey: string;
        readonly coldAddress?: string;
        /** Where payments to the cold address carry one. */
        readonly coldMemo?: string;
      }
    >
  >;
}
