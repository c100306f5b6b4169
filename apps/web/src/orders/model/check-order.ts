import { formatDecimal, parseDecimal } from '@emporion/kernel';
import type { FieldProblem, FieldProblems } from '#ui/form/field-problem.ts';
import { checkPrice, stopPriceOf } from './check-prices.ts';
import { heldFor, holdPrice } from './holding.ts';
import { type Finding, type OrderContext, problem } from './order-context.ts';
import { isByTotal, type OrderDraft, priceFields } from './order-draft.ts';

function checkQuantity(text: string, { math }: OrderContext): Finding {
  if (text === '') return problem('field_required');
  const { quantity_min: min, quantity_max: max } = math.rules;
  const quantity = math.quantity(text);
  // More than can be counted is more than any market takes.
  if (quantity === null && parseDecimal(text, math.rules.quantity_decimals).ok)
    return problem('quantity_too_large', { max });
  if (quantity === null) return problem('order_bad_quantity');
  if (quantity <= 0) return problem('order_wrong_quantity');
  if (quantity % math.lot !== 0) return problem('order_bad_quantity');
  if (quantity < (math.quantity(min) ?? 0)) return problem('quantity_too_small', { min });
  return quantity > (math.quantity(max) ?? quantity) ? problem('quantity_too_large', { max }) : undefined;
}

function checkCost(cost: bigint, { math }: OrderContext): Finding {
  const { cost_min: min, cost_max: max } = math.rules;
  const [least, most] = [math.quote(min), math.quote(max)];
  const within = (least === null || cost >= least) && (most === null || cost <= most);
  return within ? undefined : problem('order_cost_limit', { min, max });
}

/** What an order by quantity costs is reckoned by the worst of its prices, or by its stop price when it names none. */
function checkCostOfQuantity(draft: OrderDraft, context: OrderContext): Finding {
  if (draft.kind === 'pegged' || draft.kind === 'market') return undefined;
  const { math } = context;
  const quantity = math.quantity(draft.quantity);
  const prices =
    draft.kind === 'oco'
      ? [math.price(draft.price), math.price(draft.limit_price || draft.stop_price)]
      : [holdPrice(draft, math) ?? stopPriceOf(draft, context)];
  for (const price of prices) {
    if (quantity === null || price === null || price <= 0) continue;
    const finding = math.units.isDust(price, quantity)
      ? problem('order_small_quantity')
      : checkCost(math.units.quoteDown(price, quantity), context);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

function checkTotal(draft: OrderDraft, context: OrderContext): Finding {
  if (draft.total === '') return problem('field_required');
  const total = context.math.quote(draft.total);
  if (total === null) return problem('order_bad_quantity');
  return total <= 0n ? problem('order_wrong_quantity') : checkCost(total, context);
}

function checkFunds(draft: OrderDraft, { math, available, bookCost }: OrderContext): Finding {
  const held = heldFor(draft, math) ?? bookCost?.(draft) ?? null;
  if (held === null || available === null) return undefined;
  const free = draft.side === 'sell' ? available.base : available.quote;
  return held > free ? problem('insufficient_balance') : undefined;
}

/** Parts per million, as the core bounds them. */
const percentMin = -900_000n;
const percentMax = 9_000_000n;

function checkPercent(text: string): Finding {
  if (text === '') return problem('field_required');
  const parsed = parseDecimal(text, 4);
  if (!parsed.ok || parsed.value > percentMax) return problem('order_wrong_percent');
  return parsed.value < percentMin
    ? problem('percent_too_small', { min: formatDecimal(percentMin, 4) })
    : undefined;
}

/** What the server would refuse, found before it is asked. A field that is right is not in the answer. */
export function checkOrder(draft: OrderDraft, context: OrderContext): FieldProblems {
  const found: Record<string, FieldProblem> = {};
  const note = (field: string, finding: Finding): void => {
    if (finding !== undefined) found[field] ??= finding;
  };
  for (const field of priceFields[draft.kind]) note(field, checkPrice(field, draft, context));
  if (draft.kind === 'pegged') note('percent', checkPercent(draft.percent));
  if (isByTotal(draft)) {
    note('total', checkTotal(draft, context) ?? checkFunds(draft, context));
    return found;
  }
  note('quantity', checkQuantity(draft.quantity, context));
  note('quantity', checkCostOfQuantity(draft, context) ?? checkFunds(draft, context));
  return found;
}

/** What is no fault of the size: it is not there yet, or the account could send it with more coins. */
const sizeStands: readonly string[] = ['field_required', 'insufficient_balance'];

/** Whether the amount or the total is one that no account could send. Nothing is computed from it then. */
export function isSizeRefused(draft: OrderDraft, context: OrderContext): boolean {
  const { quantity, total } = checkOrder(draft, context);
  return [quantity, total].some((found) => found !== undefined && !sizeStands.includes(found.code));
}
