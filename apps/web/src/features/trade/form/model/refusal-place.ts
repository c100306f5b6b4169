import { hasPostOnly, hasTimeInForce, isByTotal, type OrderDraft, priceFields } from './order-draft.ts';

/** What a refusal is about. `form` is what no single field can mend. */
type About = 'size' | 'price' | 'limit' | 'percent' | 'form';

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
  market_closed: 'form',
  trading_disabled: 'form',
  daily_limit_exceeded: 'form',
  invalid_trading_pair: 'form',
  duplicate_transaction: 'form',
  out_of_limit: 'form',
  pair_disabled: 'form',
};

/** Why an order that was right in itself could not be carried out, as far as its kind tells: the wire says no more. */
export type Hindrance = 'wouldTrade' | 'cannotFill' | 'noLastPrice' | 'noReferencePrice';

export function hindranceOf(draft: OrderDraft): { why: Hindrance; field: string } | null {
  const { kind, post_only, time_in_force } = draft;
  if (kind === 'oco' || (hasPostOnly.has(kind) && post_only)) return { why: 'wouldTrade', field: 'price' };
  if (hasTimeInForce.has(kind) && time_in_force === 'fok') return { why: 'cannotFill', field: 'quantity' };
  if (kind === 'trailing_stop') return { why: 'noLastPrice', field: 'trail' };
  return kind === 'pegged' ? { why: 'noReferencePrice', field: 'percent' } : null;
}

/** The field of this order that a code is about; null where only the form as a whole can say it. */
export function refusedField(code: string, draft: OrderDraft): string | null {
  const prices = priceFields[draft.kind];
  switch (refusalPlaces[code]) {
    case 'size':
      return isByTotal(draft) ? 'total' : 'quantity';
    case 'price':
      // What a pegged order costs follows from its percent.
      return draft.kind === 'pegged' ? 'percent' : (prices[0] ?? null);
    case 'limit':
      return prices.at(-1) ?? null;
    case 'percent':
      return draft.kind === 'pegged' ? 'percent' : null;
    default:
      return code === 'order_error' ? (hindranceOf(draft)?.field ?? null) : null;
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
