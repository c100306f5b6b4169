import type { Chain, KeyPath, Payment, SigningAnswer, SigningRequest, Terms } from '@emporion/chains';

/** A coin on a network: how the chain names it, and how fine it is there and in our books. */
export interface PayoutCoin {
  readonly contract: string | undefined;
  readonly chainDecimals: number;
  readonly ledgerDecimals: number;
  /** Nothing of it goes out for now. */
  readonly isStopped: boolean;
}

/** Everything that a payout needs of its network. */
export interface PayoutNetwork {
  readonly network: string;
  readonly chain: Chain;
  /** The address that payouts are made from. */
  readonly hot: { readonly address: string; readonly path: KeyPath };
  readonly confirmations: number;
  /** How many payments one transaction can make. */
  readonly paymentsMax: number;
  readonly feeCoin: string;
  readonly coins: ReadonlyMap<string, PayoutCoin>;
  /** The number that the chain expects next of an address, by what is mined. */
  nonceOf(address: string): Promise<number>;
  termsOf(transaction: {
    readonly from: KeyPath;
    readonly nonce: number;
    readonly payments: readonly Payment[];
  }): Promise<Terms>;
  /** The most that a transaction on these terms can cost, in units of the fee coin. */
  costOf(terms: Terms): bigint;
}

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

/** The same back, for what is a whole number of our units. */
export function toLedgerUnits(units: bigint, { chainDecimals, ledgerDecimals }: PayoutCoin): bigint {
  if (ledgerDecimals >= chainDecimals) return units * 10n ** BigInt(ledgerDecimals - chainDecimals);
  const step = 10n ** BigInt(chainDecimals - ledgerDecimals);
  if (units % step !== 0n) throw new Error('An amount of the chain is finer than our books.');
  return units / step;
}
