import * as z from 'zod/mini';
import { coinCode, decimalString, pairCode, timeframes } from '#rest/index.ts';

/** Further back nobody leafs on a socket; lists over HTTP go on by cursor. */
export const pagesMax = 100;

const page = z._default(z.int().check(z.minimum(1), z.maximum(pagesMax)), 1);
const none = z.strictObject({});
const ofPair = z.strictObject({ pair: pairCode });
const ofPage = z.strictObject({ page });
const ofPairAndPage = z.strictObject({ pair: pairCode, page });

/** What can be subscribed to. A private name needs a token first and shows only the user's own. */
export const subscriptions = {
  stack: { private: false, params: z.strictObject({ pair: pairCode, precision: z.optional(decimalString) }) },
  trades: { private: false, params: ofPair },
  pairs_volume: { private: false, params: none },
  candles: { private: false, params: z.strictObject({ pair: pairCode, timeframe: z.enum(timeframes) }) },
  opened_orders: { private: true, params: ofPage },
  closed_orders: { private: true, params: ofPage },
  opened_orders_by_pair: { private: true, params: ofPairAndPage },
  closed_orders_by_pair: { private: true, params: ofPairAndPage },
  balance: { private: true, params: none },
  locked_balance: { private: true, params: none },
  wallet_history: { private: true, params: ofPage },
  wallet_history_topups: { private: true, params: ofPage },
  wallet_history_withdrawals: { private: true, params: ofPage },
  wallet_history_ticker: { private: true, params: z.strictObject({ ticker: coinCode, page }) },
} as const;

export type SubscriptionName = keyof typeof subscriptions;

export type SubscriptionParams<Name extends SubscriptionName> = z.input<
  (typeof subscriptions)[Name]['params']
>;

export const subscriptionNames = Object.keys(subscriptions) as readonly SubscriptionName[];

export function isSubscriptionName(value: unknown): value is SubscriptionName {
  return typeof value === 'string' && Object.hasOwn(subscriptions, value);
}
