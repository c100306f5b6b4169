import { movePrice } from '@emporion/kernel';
import type { FieldProblem, FieldProblems } from '#ui/form/field-problem.ts';
import { type Available, heldFor, holdPrice } from './holding.ts';
import type { MarketMath } from './market-math.ts';
import { isByTotal, isOptional, type OrderDraft, type PriceField, priceFields } from './order-draft.ts';

export interface OrderContext {
  readonly math: MarketMath;
  /** The last price, or null before the first trade. */
  readonly lastPrice: string | null;
  /** Null while it is not known, and of a visitor. */
  readonly available: Available | null;
}

type Finding = FieldProblem | undefined;

function problem(code: string, params?: Readonly<Record<string, string>>): FieldProblem {
  return params === undefined ? { code } : { code, params };
}

function checkPriceForm(text: string, { math }: OrderContext, tooFine: string): Finding {
  if (text === '') return problem('field_required');
  const price = math.price(text);
  if (price === null) return problem(tooFine);
  if (price <= 0) return problem('order_wrong_price');
  return price % math.tick === 0 ? undefined : problem('invalid_order_price');
}

/** How far a price may be from another one. A percent with four decimals is exactly parts per million. */
function checkBand(price: number, centre: number, { math }: OrderContext): Finding {
  const band = Math.round(Number(math.rules.band) * 10_000);
  if (band === 0 || centre === 0) return undefined;
  if (price < movePrice(centre, -band)) return problem('price_too_low');
  return price > movePrice(centre, band) ? problem('price_too_high') : undefined;
}

/** A stop that is reached already would fire at once. */
function checkStopAhead(side: OrderDraft['side'], stop: number, last: number): Finding {
  if (last === 0) return undefined;
  if (side === 'buy' && stop <= last) return problem('price_too_low');
  return side === 'sell' && stop >= last ? problem('price_too_high') : undefined;
}

function checkOnePrice(field: PriceField, draft: OrderDraft, context: OrderContext): Finding {
  const text = draft[field];
  if (text === '' && isOptional(field, draft)) return undefined;
  const form = checkPriceForm(text, context, 'invalid_order_price');
  if (form !== undefined) return form;
  const { math } = context;
  const price = math.price(text) ?? 0;
  const last = context.lastPrice === null ? 0 : (math.price(context.lastPrice) ?? 0);
  const stop = math.price(draft.stop_price) ?? 0;
  switch (field) {
    case 'price':
      return checkBand(price, last, context) ?? checkSides(draft, math);
    case 'stop_price':
      return checkStopAhead(draft.side, price, last);
    case 'limit_price':
      return checkBand(price, stop, context);
    case 'worst_price':
      return draft.kind === 'stop' && stop > 0 ? checkWorst(draft.side, price, stop) : undefined;
    case 'max_price':
      return price < (math.price(draft.min_price) ?? 0) ? problem('order_wrong_limit') : undefined;
    case 'trail':
      return draft.side === 'sell' && last > 0 && price >= last ? problem('price_too_low') : undefined;
    case 'min_price':
      return undefined;
  }
}

/** A worst price short of the stop price could never trade. */
function checkWorst(side: OrderDraft['side'], worst: number, stop: number): Finding {
  const beyond = side === 'buy' ? worst >= stop : worst <= stop;
  return beyond ? undefined : problem('order_wrong_limit');
}

/** Of two orders, the limit order is on the profitable side of the stop. */
function checkSides({ kind, side, price, stop_price }: OrderDraft, math: MarketMath): Finding {
  const [limit, stop] = [math.price(price), math.price(stop_price)];
  if (kind !== 'oco' || limit === null || stop === null) return undefined;
  const apart = side === 'sell' ? limit > stop : limit < stop;
  return apart ? undefined : problem('order_wrong_price');
}

function checkQuantity(text: string, { math }: OrderContext): Finding {
  if (text === '') return problem('field_required');
  const quantity = math.quantity(text);
  if (quantity === null) return problem('order_bad_quantity');
  if (quantity <= 0) return problem('order_wrong_quantity');
  if (quantity % math.lot !== 0) return problem('order_bad_quantity');
  const { quantity_min: min, quantity_max: max } = math.rules;
  if (quantity < (math.quantity(min) ?? 0)) return problem('quantity_too_small', { min });
  return quantity > (math.quantity(max) ?? quantity) ? problem('quantity_too_large', { max }) : undefined;
}

function checkCost(cost: bigint, { math }: OrderContext): Finding {
  const [least, most] = [math.quote(math.rules.cost_min), math.quote(math.rules.cost_max)];
  const within = (least === null || cost >= least) && (most === null || cost <= most);
  return within ? undefined : problem('order_cost_limit');
}

function checkCostOfQuantity(draft: OrderDraft, context: OrderContext): Finding {
  const { math } = context;
  const quantity = math.quantity(draft.quantity);
  const price = draft.kind === 'pegged' ? null : (holdPrice(draft, math) ?? math.price(draft.stop_price));
  if (quantity === null || price === null || price <= 0) return undefined;
  if (math.units.isDust(price, quantity)) return problem('order_small_quantity');
  return checkCost(math.units.quoteDown(price, quantity), context);
}

function checkTotal(draft: OrderDraft, context: OrderContext): Finding {
  if (draft.total === '') return problem('field_required');
  const total = context.math.quote(draft.total);
  if (total === null) return problem('order_bad_quantity');
  return total <= 0n ? problem('order_wrong_quantity') : checkCost(total, context);
}

function checkFunds(draft: OrderDraft, { math, available }: OrderContext): Finding {
  const held = heldFor(draft, math);
  if (held === null || available === null) return undefined;
  const free = draft.side === 'sell' ? available.base : available.quote;
  return held > free ? problem('insufficient_balance') : undefined;
}

/** Parts per million, as the core bounds them. */
const percentMin = -900_000n;
const percentMax = 9_000_000n;

function checkPercent(text: string): Finding {
  if (text === '') return problem('field_required');
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (whole === '') return problem('order_wrong_percent');
  const parts = BigInt(`${sign}${whole}${fraction.padEnd(4, '0')}`);
  return parts < percentMin || parts > percentMax ? problem('order_wrong_percent') : undefined;
}

/** What the server would refuse, found before it is asked. A field that is right is not in the answer. */
export function checkOrder(draft: OrderDraft, context: OrderContext): FieldProblems {
  const found: Record<string, FieldProblem> = {};
  const note = (field: string, finding: Finding): void => {
    if (finding !== undefined) found[field] ??= finding;
  };
  for (const field of priceFields[draft.kind]) note(field, checkOnePrice(field, draft, context));
  if (draft.kind === 'pegged') note('percent', checkPercent(draft.percent));
  if (isByTotal(draft)) {
    note('total', checkTotal(draft, context) ?? checkFunds(draft, context));
    return found;
  }
  note('quantity', checkQuantity(draft.quantity, context));
  note('quantity', checkCostOfQuantity(draft, context) ?? checkFunds(draft, context));
  return found;
}
