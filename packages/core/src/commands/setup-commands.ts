import type { AccountLimits, ChangeableLimits } from '#state/limits.ts';
import type { MarketRules, MarketState } from '#state/market.ts';
import type { Envelope } from './envelope.ts';

export interface ListCoin extends Envelope {
  readonly kind: 'ListCoin';
  readonly coin: string;
  readonly decimals: number;
}

export interface OpenMarket extends Envelope {
  readonly kind: 'OpenMarket';
  readonly market: string;
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly rules: MarketRules;
}

/** Replaces the rules for new orders, the state, or both. Orders that rest stay as they are. */
export interface ChangeMarket extends Envelope {
  readonly kind: 'ChangeMarket';
  readonly market: string;
  readonly rules?: MarketRules;
  readonly state?: MarketState;
}

export interface OpenAccount extends Envelope {
  readonly kind: 'OpenAccount';
  readonly account: string;
}

/** Changes what is given and leaves the rest. An owner's freeze, and each of the operator's switches, is lifted only by itself. */
export interface ChangeAccount extends Envelope {
  readonly kind: 'ChangeAccount';
  readonly account: string;
  /** The owner's own stop: it ends every open order, in halted markets too, and nothing leaves the account. */
  readonly frozenByOwner?: boolean;
  readonly tradingEnabled?: boolean;
  readonly withdrawalEnabled?: boolean;
  /** Which row of a market's fees applies. */
  readonly tier?: number;
  /** What replaces the exchange's limits for this account; null for none of its own. */
  readonly limits?: AccountLimits | null;
}

/** Changes the limits that are given. Orders that are open stay, however many they are. */
export interface ChangeLimits extends Envelope {
  readonly kind: 'ChangeLimits';
  readonly limits: Partial<ChangeableLimits>;
}

/** Writes the digest of something outside into the journal, such as of a proof of liabilities or of the audit log. */
export interface AnchorDigest extends Envelope {
  readonly kind: 'AnchorDigest';
  /** What it is the digest of, such as `audit`. */
  readonly topic: string;
  /** Up to 128 hexadecimal digits. */
  readonly digest: string;
  readonly reference: string;
  readonly actor: string;
}

export type SetupCommand =
  | ListCoin
  | OpenMarket
  | ChangeMarket
  | OpenAccount
  | ChangeAccount
  | ChangeLimits
  | AnchorDigest;
