import type { Translate } from '@emporion/i18n/texts';
import type { FieldProblem } from '#ui/form/field-problem.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import type { MarketMath } from './model/market-math.ts';
import type { OrderDraft } from './model/order-draft.ts';

/** The sentences of these say nothing of the bounds, which the check knows. */
const unbounded: ReadonlySet<string> = new Set([
  'price_too_low',
  'price_too_high',
  'order_cost_limit',
  'order_wrong_limit',
  'order_would_trade',
]);

/** All of these bounds are money: prices and costs in the quote coin. */
function boundsText(params: Readonly<Record<string, string>>, coin: string, t: Translate): string {
  const numbers = Object.entries(params).map(([name, value]) => [
    name,
    formatNumber(value, { trimZeros: true }),
  ]);
  const shown: Record<string, string> = { ...Object.fromEntries(numbers), coin };
  if (params.min === undefined) return t('trade.bounds.most', shown);
  return t(params.max === undefined ? 'trade.bounds.least' : 'trade.bounds.between', shown);
}

/** In the words of a numeric field; null where the text is not too fine. */
function tooFineText(text: string, decimals: number, t: Translate): string | null {
  if ((text.split('.')[1] ?? '').length <= decimals) return null;
  return decimals === 0 ? t('common.wholeNumber') : t('common.tooFine', { count: decimals });
}

interface Wrong {
  readonly draft: OrderDraft;
  readonly field: string;
  readonly found: FieldProblem;
}

/** A price may be right for the pair and yet on the wrong side of another one: the catalogue's words would mislead. */
function sideText({ draft: { kind, side }, field, found: { code } }: Wrong, t: Translate): string | null {
  if (field === 'stop_price') return t(`trade.stopSide.${side}`);
  if (field === 'trail') return t('trade.trailTooLarge');
  const isBand = code === 'price_too_low' || code === 'price_too_high';
  return field === 'price' && kind === 'oco' && !isBand ? t(`trade.ocoSide.${side}`) : null;
}

/** What is wrong with a field of an order, with the bounds that would be right. `said` is the sentence of the catalogue. */
export function problemText(
  wrong: Wrong & { readonly said: string },
  { math: { rules }, coin, t }: { math: MarketMath; coin: string; t: Translate },
): string {
  const { draft, field, found, said } = wrong;
  const { code, params } = found;
  if (code === 'invalid_order_price' || code === 'order_bad_quantity') {
    const text: unknown = Reflect.get(draft, field);
    const decimals = field === 'quantity' ? rules.quantity_decimals : rules.price_decimals;
    const fine = field === 'total' ? null : tooFineText(String(text), decimals, t);
    return fine === null ? said : `${said} ${fine}`;
  }
  if (params === undefined || !unbounded.has(code)) return said;
  return `${sideText(wrong, t) ?? said} ${boundsText(params, coin, t)}`;
}
