import type { ErrorRules } from '#errors/row.ts';

/**
 * The order error keys. Some say nearly what a trading code says (`order_small_quantity`, `order_size_too_small`);
 * the specification names both, so both are kept: these answer an order form, the codes answer the API.
 */
export const orderErrors = {
  order_wrong_quantity: { status: 422, retryable: false },
  order_wrong_price: { status: 422, retryable: false },
  order_wrong_percent: { status: 422, retryable: false },
  order_wrong_limit: { status: 422, retryable: false },
  order_wrong_type: { status: 422, retryable: false },
  order_closed: { status: 409, retryable: false },
  order_not_auto: { status: 422, retryable: false },
  order_bad_quantity: { status: 422, retryable: false },
  order_not_opened: { status: 409, retryable: false },
  order_small_quantity: { status: 422, retryable: false },
  // A market order answers this one with a fixed detail, see `marketOrderDetails`.
  order_cost_limit: { status: 422, retryable: false },
  // A market order answers this one with a fixed detail, see `marketOrderDetails`.
  order_no_funds: { status: 422, retryable: false },
  order_error: { status: 422, retryable: false },
  // Why an order that is right in itself could not be carried out.
  order_would_trade: { status: 422, retryable: false },
  order_too_many_open: { status: 422, retryable: false },
  order_market_full: { status: 422, retryable: true },
  order_cannot_fill: { status: 422, retryable: false },
  order_no_last_price: { status: 422, retryable: false },
  order_stop_reached: { status: 422, retryable: false },
  order_no_reference_price: { status: 422, retryable: false },
  order_meets_own: { status: 422, retryable: false },
} as const satisfies ErrorRules;
