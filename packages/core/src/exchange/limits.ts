/** What bounds the exchange. Fixed when it is created and kept in its snapshots, because they decide outcomes. */
export interface ExchangeLimits {
  readonly openOrdersPerAccountMax: number;
  /** Of one account in one market. */
  readonly openOrdersPerMarketMax: number;
  /** Orders that one account may place in a day of UTC. */
  readonly ordersPerDayMax: number;
  readonly fillsPerOrderMax: number;
  /** Orders that fire or are repriced in one command; the rest waits for the next. */
  readonly followUpsPerCommandMax: number;
  readonly trailingStopsPerMarketMax: number;
  readonly peggedOrdersPerMarketMax: number;
  /** At least so many keys of trading commands and of refused commands are known, and at most twice as many; those of money that moved, for ever. */
  readonly recentKeysMax: number;
  /** Closed orders of which a cancel can still say how they ended. */
  readonly closedOrdersMax: number;
}

export const defaultLimits: ExchangeLimits = {
  openOrdersPerAccountMax: 1_000,
  openOrdersPerMarketMax: 200,
  ordersPerDayMax: 100_000,
  fillsPerOrderMax: 1_000,
  followUpsPerCommandMax: 100,
  trailingStopsPerMarketMax: 1_000,
  peggedOrdersPerMarketMax: 1_000,
  recentKeysMax: 100_000,
  closedOrdersMax: 100_000,
};

/** Trailing stops of one account in one market, and as many pegged orders: the common room for them takes many accounts to fill. */
export const followingOrdersPerAccountMax = 20;

/** A price, quantity or percent beyond these is not meant. */
export const percentMin = -900_000;
export const percentMax = 9_000_000;
export const textLengthMax = 128;
export const keyLengthMax = 256;
/** Far above every coin's supply, and small enough that no sum of balances grows without bound. */
export const amountMax = 10n ** 40n;
