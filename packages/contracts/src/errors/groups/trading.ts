import type { ErrorRules } from '#errors/row.ts';

/** What the core and the trading routes refuse. `order_not_found` is also one of the order keys: one row serves both. */
export const tradingErrors = {
  insufficient_balance: { status: 422, retryable: false },
  invalid_order_type: { status: 422, retryable: false },
  invalid_order_size: { status: 422, retryable: false },
  invalid_order_price: { status: 422, retryable: false },
  order_not_found: { status: 404, retryable: false },
  order_already_cancelled: { status: 409, retryable: false },
  order_already_filled: { status: 409, retryable: false },
  market_closed: { status: 409, retryable: true },
  trading_disabled: { status: 403, retryable: false },
  account_frozen: { status: 403, retryable: false },
  daily_limit_exceeded: { status: 422, retryable: false },
  invalid_trading_pair: { status: 422, retryable: false },
  price_too_high: { status: 422, retryable: false },
  price_too_low: { status: 422, retryable: false },
  order_size_too_small: { status: 422, retryable: false },
  order_size_too_large: { status: 422, retryable: false },
  alert_already_true: { status: 409, retryable: false },
  alert_limit_reached: { status: 409, retryable: false, params: ['max'] },
} as const satisfies ErrorRules;
