/** A block as a node tells it: by its hash, with that of the block before it. */
export interface BlockHeader {
  readonly height: number;
  readonly hash: string;
  /** Undefined for the first block of a chain. */
  readonly parentHash: string | undefined;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Money that a transaction gives to an address. A transaction can have many. */
export interface ChainTransfer {
  readonly transactionId: string;
  /** Which of the transaction's: the number of the output or of the log. Unique together with the transaction. */
  readonly index: number;
  /** In the one spelling that `AddressFormat.normalize` gives. */
  readonly to: string;
  /** The memo or destination tag that came with it. */
  readonly memo: string | undefined;
  /** The contract of a token, in its one spelling; undefined for the coin of the chain itself. */
  readonly contract: string | undefined;
  /** In the smallest units that the chain knows, which are not always those of the ledger. */
  readonly amount: bigint;
}

export interface ChainBlock extends BlockHeader {
  /** Only what moved for good: nothing of a transaction that failed, nothing that only looks like a transfer. */
  readonly transfers: readonly ChainTransfer[];
  /** On chains with outputs: every one that its transactions spend. Whoever keeps a list of ours strikes these off it. */
  readonly spent?: readonly SpentOutput[];
}

export interface SpentOutput {
  readonly transactionId: string;
  readonly output: number;
  /** The transaction that spends it. */
  readonly by: string;
}

export type TransactionState =
  /** The node has never heard of it, or has forgotten it. */
  | { readonly state: 'unknown' }
  | { readonly state: 'waiting' }
  | {
      readonly state: 'mined';
      readonly block: BlockHeader;
      /** False when the chain took the fee and moved nothing else. */
      readonly succeeded: boolean;
      /** What the network took, in units of the coin that pays for its transactions. */
      readonly cost: bigint;
    };

export type SendOutcome =
  /** It waits to be mined; or it did before, or it is mined already. */
  | { readonly outcome: 'accepted' }
  /** It will never be mined as it is: a spent input, a used nonce, a bad signature. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** Not now: the node is away or behind, or wants a higher fee. The same bytes may be sent again. */
  | { readonly outcome: 'later'; readonly reason: string };

/** What the server asks of a chain. Whoever implements it throws `ChainUnavailable` when the node cannot be asked, and nothing else. */
export interface Chain {
  tip(): Promise<BlockHeader>;
  /** Undefined above the tip. */
  block(height: number): Promise<ChainBlock | undefined>;
  header(height: number): Promise<BlockHeader | undefined>;
  /** Up to here nothing changes any more by the chain's own rules, whatever was counted; only of chains that have such rules. */
  finalHeight?(): Promise<number>;
  /** What waits to be mined, newest last; at most a few thousand. A chain that cannot tell has none. */
  waiting(): Promise<readonly ChainTransfer[]>;
  /** What a transaction gives to whom, mined or waiting; undefined when it is unknown. */
  transfersOf(transactionId: string): Promise<readonly ChainTransfer[] | undefined>;
  /** Whose money a transaction moves: its sender, or the owners of all that it spends. Undefined when it is unknown. */
  sendersOf(transactionId: string): Promise<readonly string[] | undefined>;
  stateOf(transactionId: string): Promise<TransactionState>;
  /** What lies on these addresses together after this block, in the chain's units. */
  balance(
    addresses: readonly string[],
    asset: { readonly contract: string | undefined; readonly height: number },
  ): Promise<bigint>;
  send(raw: string): Promise<SendOutcome>;
  /** How finely a token is counted, as its contract says; undefined where there is no token. Only of chains that have tokens. */
  tokenDecimals?(contract: string): Promise<number | undefined>;
}

/** The node is away, behind, or answers nonsense. What was asked may be asked again. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
}
