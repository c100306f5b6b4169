import type { Chain, KeyPath, Payment, SigningAnswer, SigningRequest, Terms } from '@emporion/chains';
import type { QueryExecutorProvider } from 'kysely';
import type { Network } from '#modules/markets/index.ts';
import type { PinnedKey } from '../signer/pinned-keys.ts';
import type { Payout } from './payout.ts';

/** A coin on a network: how the chain names it, and how fine it is there and in our books. */
export interface PayoutCoin {
  readonly contract: string | undefined;
  readonly chainDecimals: number;
  readonly ledgerDecimals: number;
  /** Nothing of it goes out for now. */
  readonly isStopped: boolean;
}

/** An address of ours, and the key that signs for it. */
export interface OwnAddress {
  readonly address: string;
  readonly path: KeyPath;
}

/** Everything that a payout needs of its network. */
export interface PayoutNetwork extends PayoutFamily {
  readonly network: string;
  /** The address that payouts are made from. */
  readonly hot: OwnAddress;
  readonly confirmations: number;
  readonly feeCoin: string;
  readonly coins: ReadonlyMap<string, PayoutCoin>;
}

/** Where a family is to make payouts. */
export interface PayoutPlace extends Pick<PayoutNetwork, 'hot' | 'feeCoin' | 'coins'> {
  readonly network: Network;
  readonly key: PinnedKey;
}

/**
 * What of a payout depends on the family of its chain. One is made for each turn, so that fees stay what they were when they were first asked for. What asks
 * the node is done before a lock is taken; what takes a number or inputs is done in the SQL transaction that stores the payout, and asks nobody.
 */
export interface PayoutFamily {
  readonly chain: Chain;
  /** How many payments one transaction can make. */
  readonly paymentsMax: number;
  /** Nodes pass on no smaller payment, in the chain's units; undefined where they do. */
  readonly amountMin?: bigint;
  /** Whether deposits must be brought to the hot address before they can be paid out. Outputs are spent where they lie. */
  readonly needsSweeps: boolean;
  /** What can be spent of these coins, in the chain's units: what is there less what is on its way out already. */
  funds(coins: Iterable<string>): Promise<Map<string, bigint>>;
  /** The most that a transaction would cost, in units of the fee coin. */
  costOf(draft: Draft): Promise<bigint>;
  /** Whether it would certainly be mined and fail, as of now. Undefined where nothing that is mined fails. */
  wouldFail?(draft: Draft): Promise<boolean>;
  prepare(draft: Draft): Promise<Prepared>;
  /**
   * The same payments at a higher fee, so that only one of the two can be mined.
   *
   * @returns undefined when that would pass the ceiling: it waits on, and somebody must look.
   */
  bump(stuck: Payout): Promise<Prepared | undefined>;
  /**
   * A payment to ourselves that uses up the number or inputs of one that must not be mined, or never will be.
   *
   * @returns undefined when nothing can take its place, because its number is used, a higher fee would pass the ceiling, or it ends by itself.
   */
  cancel(payout: Payout): Promise<(Prepared & { readonly payments: readonly Payment[] }) | undefined>;
  /** Frees what `plan` took: the payout was never signed, or can never be mined. A number needs no freeing. */
  release(transaction: QueryExecutorProvider, payout: Payout): Promise<void>;
  /** Addresses with a free number below one that is signed: until it is used, nothing behind it can be mined. */
  gaps(): Promise<OwnAddress[]>;
  /**
   * The last transaction of the hot address that is in a block, and whether a payout has it; undefined when there is none. Where outputs are kept, their list
   * tells it, and this only makes sure that the list is complete. Undefined where the chain cannot be asked for it.
   *
   * @throws ChainUnavailable
   */
  lastSend?(): Promise<{ readonly name: string; readonly isKnown: boolean } | undefined>;
  /**
   * Whether a transaction, signed or not, is in no block and can never be in one: its time is over, or what it spends can never exist. Only where transactions
   * end by themselves. All that replace each other have ended then, but for payments to ourselves.
   */
  isExpired?(payout: Payout): Promise<boolean>;
}

/** A transaction that is wanted. */
export interface Draft {
  readonly kind: Payout['kind'];
  readonly from: OwnAddress;
  readonly payments: readonly Payment[];
  /** The payout whose number or inputs it keeps, when some of its payments stayed behind. */
  readonly holds?: Payout;
}

/** A transaction of which the node was asked all that is needed. */
export interface Prepared {
  readonly cost: bigint;
  /** Takes the number or the inputs for the payout of this id. */
  plan(transaction: QueryExecutorProvider, id: string): Promise<Plan>;
}

export type Plan =
  | { readonly nonce: number | null; readonly terms: Terms }
  /** It cannot be made now. Nothing was taken. */
  | { readonly waitsFor: 'funds' | 'fee_funds' };

/** @throws SignerUnavailable */
export type Sign = (request: SigningRequest) => Promise<SigningAnswer>;

/** So many units of the chain are an amount of our books; undefined when the chain is too coarse for it. */
export function toChainUnits(
  units: bigint,
  { chainDecimals, ledgerDecimals }: PayoutCoin,
): bigint | undefined {
  if (chainDecimals >= ledgerDecimals) return units * 10n ** BigInt(chainDecimals - ledgerDecimals);
  const step = 10n ** BigInt(ledgerDecimals - chainDecimals);
  return units % step === 0n ? units / step : undefined;
}

/** The same back, rounded up to a unit of ours. */
export function toLedgerUnitsUp(units: bigint, { chainDecimals, ledgerDecimals }: PayoutCoin): bigint {
  if (ledgerDecimals >= chainDecimals) return units * 10n ** BigInt(ledgerDecimals - chainDecimals);
  const step = 10n ** BigInt(chainDecimals - ledgerDecimals);
  return (units + step - 1n) / step;
}

/** The same back, for what is a whole number of our units. */
export function toLedgerUnits(units: bigint, { chainDecimals, ledgerDecimals }: PayoutCoin): bigint {
  if (ledgerDecimals >= chainDecimals) return units * 10n ** BigInt(ledgerDecimals - chainDecimals);
  const step = 10n ** BigInt(chainDecimals - ledgerDecimals);
  if (units % step !== 0n) throw new Error('An amount of the chain is finer than our books.');
  return units / step;
}
