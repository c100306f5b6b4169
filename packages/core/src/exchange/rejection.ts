import { fail, type Result } from '@emporion/kernel';

/** Every code with which the core says no. Each is a code of the error catalogue; docs/core.md says who returns which, in what order. */
export const rejectionCodes = [
  'account_not_found',
  'amount_too_small',
  'check_min_max_limit',
  'coin_invalid',
  'daily_limit_exceeded',
  'duplicate_transaction',
  'insufficient_balance',
  'insufficient_funds',
  'invalid_code',
  'invalid_order_price',
  'invalid_order_size',
  'invalid_order_type',
  'invalid_trading_pair',
  'market_closed',
  'not_enough_in_holds',
  'not_suitable_pair',
  'order_already_cancelled',
  'order_already_filled',
  'order_bad_quantity',
  'order_closed',
  'order_cost_limit',
  'order_error',
  'order_market_full',
  'order_no_funds',
  'order_not_auto',
  'order_not_found',
  'order_not_opened',
  'order_size_too_large',
  'order_size_too_small',
  'order_small_quantity',
  'order_too_many_open',
  'order_wrong_limit',
  'order_wrong_percent',
  'order_wrong_price',
  'order_wrong_quantity',
  'order_wrong_type',
  'price_too_high',
  'price_too_low',
  'same_account_transfer',
  'trading_disabled',
  'transaction_not_found',
  'value_not_allowed',
  'withdrawal_disabled',
  'wrong_data',
] as const;

export type RejectionCode = (typeof rejectionCodes)[number];

export interface Rejection {
  readonly code: RejectionCode;
  /** What a person or a log needs to understand it; amounts are decimal strings of smallest units. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** What a single check answers: why not, or nothing. */
export type Objection = Rejection | null;

export function object(code: RejectionCode, details?: Rejection['details']): Rejection {
  return details ? { code, details } : { code };
}

/** The outcome of a decision: what happened, or why nothing did. */
export type Decision<Value> = Result<Value, Rejection>;

export function reject(
  code: RejectionCode,
  details?: Rejection['details'],
): { ok: false; failure: Rejection } {
  return fail(object(code, details));
}
