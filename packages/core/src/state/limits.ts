/** What bounds the exchange. Two of them shape its memory and are fixed when it is created; the others change by command. */
export interface ExchangeLimits extends ChangeableLimits {
  /** At least so many keys of trading commands and of refused commands are known, and at most twice as many. */
  readonly recentKeysMax: number;
  /** Closed orders of which a cancel can still say how they ended. */
  readonly closedOrdersMax: number;
}

export interface ChangeableLimits extends Required<AccountLimits> {
  readonly fillsPerOrderMax: number;
  /** Orders that fire or are repriced in one command; the rest waits for the next. */
  readonly followUpsPerCommandMax: number;
  /**
   * Once a command has come to so many trades, due orders wait for the next one. An exchange that was created before there was this limit has the
   * default, which is therefore not written into new ones either.
   */
  readonly fillsPerCommandMax?: number;
  readonly trailingStopsPerMarketMax: number;
  readonly peggedOrdersPerMarketMax: number;
}

/** Limits that an account can have of its own. */
export interface AccountLimits {
  readonly openOrdersPerAccountMax?: number;
  /** Of one account in one market. */
  readonly openOrdersPerMarketMax?: number;
  /** Orders that one account may place in a day of UTC. */
  readonly ordersPerDayMax?: number;
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

/** With the last order's own fills a command comes to about 3,000 trades at most, some megabytes of the journal. */
export const defaultFillsPerCommandMax = 2_000;

/** What a command may set a limit to: beyond it memory, or the time that one command takes, is no longer bounded by anything useful. */
export const accountLimitBounds: Readonly<Record<keyof AccountLimits, number>> = {
  openOrdersPerAccountMax: 100_000,
  openOrdersPerMarketMax: 100_000,
  ordersPerDayMax: 1_000_000_000,
};
export const changeableLimitBounds: Readonly<Record<keyof ChangeableLimits, number>> = {
  ...accountLimitBounds,
  fillsPerOrderMax: 10_000,
  followUpsPerCommandMax: 1_000,
  fillsPerCommandMax: 10_000,
  trailingStopsPerMarketMax: 10_000,
  peggedOrdersPerMarketMax: 10_000,
};

/** Trailing stops of one account in one market, and as many pegged orders: the common room for them takes many accounts to fill. */
export const followingOrdersPerAccountMax = 20;

/** A price, quantity or percent beyond these is not meant. */
export const percentMin = -900_000;
export const percentMax = 9_000_000;
export const textLengthMax = 128;
export const keyLengthMax = 256;
export const reasonLengthMax = 500;
/** Far above every coin's supply, and small enough that no sum of balances grows without bound. */
export const amountMax = 10n ** 40n;

/** Control characters and halves of characters: databases and files refuse them, so they must never get into the journal. */
const unprintable = /[\p{Cc}\p{Cs}]/u;

/** A text that can be written down anywhere, neither empty nor longer than the maximum. */
export function isPlainText(value: unknown, lengthMax: number): value is string {
  return (
    typeof value === 'string' && value.length > 0 && value.length <= lengthMax && !unprintable.test(value)
  );
}
