import { movePrice } from '@emporion/kernel';
import type { MarketMath } from './market-math.ts';
import { type Finding, lastOf, type OrderContext, problem } from './order-context.ts';
import { isOptional, type OrderDraft, type PriceField } from './order-draft.ts';

function checkForm(text: string, { math }: OrderContext): Finding {
  if (text === '') return problem('field_required');
  const price = math.price(text);
  if (price === null) return problem('invalid_order_price');
  if (price <= 0) return problem('order_wrong_price');
  return price % math.tick === 0 ? undefined : problem('invalid_order_price');
}

/** How far a price may be from another one. A percent with four decimals is exactly parts per million. */
function checkBand(price: number, centre: number, math: MarketMath): Finding {
  const band = Math.round(Number(math.rules.band) * 10_000);
  if (band === 0 || centre === 0) return undefined;
  const [low, high] = [Math.max(movePrice(centre, -band), 1), movePrice(centre, band)];
  const bounds = { min: math.showPrice(low), max: math.showPrice(high) };
  if (price < low) return problem('price_too_low', bounds);
  return price > high ? problem('price_too_high', bounds) : undefined;
}

/** A stop that is reached already would fire at once. */
function checkAhead({ side }: OrderDraft, stop: number, { math, last }: Last): Finding {
  if (last === 0) return undefined;
  const { tick } = math;
  if (side === 'buy' && stop <= last)
    return problem('price_too_low', { min: math.showPrice(last - (last % tick) + tick) });
  if (side === 'buy' || stop < last) return undefined;
  return problem('price_too_high', { max: highestBelow(last, math) });
}

function highestBelow(price: number, { tick, showPrice }: MarketMath): string {
  return showPrice((Math.ceil(price / tick) - 1) * tick);
}

interface Last {
  readonly math: MarketMath;
  readonly last: number;
}

/** Where a stop stands: where it was put, or so far behind the last price; zero where that is not known. */
export function stopPriceOf({ kind, side, stop_price, trail }: OrderDraft, context: OrderContext): number {
  const { math } = context;
  // A price that was typed for another kind stays in its hidden field.
  if (kind === 'stop' || kind === 'stop_limit' || kind === 'oco') return math.price(stop_price) ?? 0;
  if (kind !== 'trailing_stop') return 0;
  const [last, distance] = [lastOf(context), math.price(trail) ?? 0];
  if (last === 0 || distance === 0) return 0;
  return side === 'sell' ? last - distance : last + distance;
}

/** A worst price short of the stop price could never trade. */
function checkWorst({ kind, side }: OrderDraft, worst: number, stop: number): Finding {
  if (kind === 'market' || stop <= 0) return undefined;
  const beyond = side === 'buy' ? worst >= stop : worst <= stop;
  return beyond ? undefined : problem('order_wrong_limit');
}

/** Of two orders, the limit order is on the profitable side of the stop, and waits in the book. */
function checkSides({ kind, side, stop_price }: OrderDraft, limit: number, context: OrderContext): Finding {
  if (kind !== 'oco') return undefined;
  const { math, best } = context;
  const { bid = null, ask = null } = best?.() ?? {};
  const stop = math.price(stop_price);
  if (side === 'sell') {
    const [low, facing] = [stop ?? 0, math.price(bid ?? '') ?? 0];
    const min = math.showPrice(Math.max(low, facing) + math.tick);
    if (limit <= low) return problem('order_wrong_limit', { min });
    return limit <= facing ? problem('order_would_trade', { min }) : undefined;
  }
  const [high, facing] = [stop ?? Infinity, math.price(ask ?? '') ?? Infinity];
  if (limit < high && limit < facing) return undefined;
  const max = math.showPrice(Math.min(high, facing) - math.tick);
  return problem(limit >= high ? 'order_wrong_limit' : 'order_would_trade', { max });
}

function checkTrail({ side }: OrderDraft, trail: number, { math, last }: Last): Finding {
  // Without a last price there is nothing to stay behind.
  if (last === 0) return problem('order_no_last_price');
  return side === 'sell' && trail >= last
    ? problem('price_too_high', { max: highestBelow(last, math) })
    : undefined;
}

/** One price of an order, as its kind means it. */
export function checkPrice(field: PriceField, draft: OrderDraft, context: OrderContext): Finding {
  const text = draft[field];
  if (text === '' && isOptional(field, draft)) return undefined;
  const form = checkForm(text, context);
  if (form !== undefined) return form;
  const { math } = context;
  const [price, last] = [math.price(text) ?? 0, lastOf(context)];
  const stop = stopPriceOf(draft, context);
  switch (field) {
    case 'price':
      // The market's own band is around a price that the exchange alone knows, and its answer names the bound.
      return checkSides(draft, price, context);
    case 'stop_price':
      return checkAhead(draft, price, { math, last });
    case 'limit_price':
      return checkBand(price, stop, math);
    case 'worst_price':
      return checkWorst(draft, price, stop);
    case 'max_price':
      return price < (math.price(draft.min_price) ?? 0) ? problem('order_wrong_limit') : undefined;
    case 'trail':
      return checkTrail(draft, price, { math, last });
    case 'min_price':
      return undefined;
  }
}
