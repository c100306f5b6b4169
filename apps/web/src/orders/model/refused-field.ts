import { hasTimeInForce, isByTotal, type OrderDraft, priceFields } from './order-draft.ts';

/** What a refusal is about. `form` is what no single field can mend. */
type About = 'size' | 'price' | 'stop' | 'limit' | 'trail' | 'percent' | 'form';

/**
 * Every code with which an order can be refused: those of the groups `trading` and `order`, and what the calls name beside them.
 * A test holds this list against the catalogue.
 */
export const refusalPlaces: Readonly<Record<string, About>> = {
  insufficient_balance: 'size',
  invalid_order_size: 'size',
  order_size_too_small: 'size',
  order_size_too_large: 'size',
  order_wrong_quantity: 'size',
  order_bad_quantity: 'size',
  order_small_quantity: 'size',
  order_cost_limit: 'size',
  order_no_funds: 'size',
  invalid_order_price: 'price',
  price_too_high: 'price',
  price_too_low: 'price',
  order_wrong_price: 'price',
  order_would_trade: 'price',
  order_cannot_fill: 'size',
  order_stop_reached: 'stop',
  order_no_last_price: 'trail',
  order_no_reference_price: 'percent',
  order_wrong_limit: 'limit',
  order_wrong_percent: 'percent',
  invalid_order_type: 'form',
  order_wrong_type: 'form',
  order_not_found: 'form',
  order_already_cancelled: 'form',
  order_already_filled: 'form',
  order_closed: 'form',
  order_not_auto: 'form',
  order_not_opened: 'form',
  order_error: 'form',
  order_meets_own: 'form',
  market_closed: 'form',
  trading_disabled: 'form',
  account_frozen: 'form',
  daily_limit_exceeded: 'form',
  invalid_trading_pair: 'form',
  duplicate_transaction: 'form',
  order_too_many_open: 'form',
  order_market_full: 'form',
  pair_disabled: 'form',
  trading_disabled_for_currency: 'form',
  wrong_data: 'form',
};

/** The field of this order that a code is about; null where only the form as a whole can say it. */
export function refusedField(code: string, draft: OrderDraft): string | null {
  const prices = priceFields[draft.kind];
  switch (refusalPlaces[code]) {
    case 'size':
      return isByTotal(draft) ? 'total' : 'quantity';
    case 'price':
      // What a pegged order costs follows from its percent.
      return draft.kind === 'pegged' ? 'percent' : (prices[0] ?? null);
    case 'stop':
      return prices.includes('stop_price') ? 'stop_price' : null;
    case 'limit':
      return prices.at(-1) ?? null;
    case 'trail':
      return draft.kind === 'trailing_stop' ? 'trail' : null;
    case 'percent':
      return draft.kind === 'pegged' ? 'percent' : null;
    default:
      return null;
  }
}

/** The fields that the form shows for this kind of order. */
export function shownFields(draft: OrderDraft): readonly string[] {
  return [
    ...priceFields[draft.kind],
    ...(draft.kind === 'pegged' ? ['percent'] : []),
    ...(isByTotal(draft) ? ['total'] : ['quantity']),
    ...(hasTimeInForce.has(draft.kind) ? ['time_in_force'] : []),
  ];
}
