import type { Pair } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { bestPricesOf } from '#market/best-prices.ts';
import { bookSnapshot } from '#market/market.ts';
import { finestStep } from '#market/market-pair.ts';
import type { OrderContext } from '#orders/model/order-context.ts';
import {
  hasPostOnly,
  hasTimeInForce,
  isByTotal,
  isEstimated,
  type OrderDraft,
  priceFields,
} from '#orders/model/order-draft.ts';
import { rateOf, receivedFor } from '#orders/model/received.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { inPercent } from '#ui/number/percent.ts';
import { type Forecast, forecastOf } from './model/forecast.ts';
import { farFromMarket } from './model/needs-confirmation.ts';
import { feeName, receiveName } from './order-text.ts';

export interface Question {
  readonly draft: OrderDraft;
  readonly pair: Pair;
  readonly context: OrderContext;
  /** In percent; unknown until they have been read. */
  readonly fees: { readonly maker: string; readonly taker: string } | undefined;
}

export type Line = readonly [name: string, value: string];

function bestNow(pair: Pair) {
  const levels = bookSnapshot(pair);
  const book = levels ?? { bids: [], asks: [] };
  return { levels, best: bestPricesOf({ ready: true, ...book }, finestStep(pair)) };
}

/** How far the price is from the market, or from the stop price that it waits for, in words; null where it is near. */
export function farText({ draft, pair, context: { math } }: Question, t: Translate): string | null {
  const away = farFromMarket(draft, { mid: bestNow(pair).best.mid, math });
  if (away === null) return null;
  const percent = formatNumber(Math.abs(away.percent).toFixed(1), { decimals: 1 });
  const way = away.percent < 0 ? 'below' : 'above';
  return t(`trade.confirm.${way}${away.from === 'stop' ? 'Stop' : ''}`, { percent });
}

/** What the order would trade in the book of this moment. */
export function forecastNow({ draft, pair, context }: Question): Forecast | null {
  const { levels, best } = bestNow(pair);
  return forecastOf(draft, context, { ...best, levels });
}

function inCoin(value: string, coin: string): string {
  return `${formatNumber(value, { trimZeros: true })} ${coin}`;
}

/** What the order says. */
export function orderLines({ draft, pair }: Question, t: Translate): readonly Line[] {
  const { kind } = draft;
  const prices = priceFields[kind]
    .filter((field) => draft[field] !== '')
    .map((field): Line => [t(`trade.fields.${field}`), inCoin(draft[field], pair.quote.code)]);
  const size: Line = isByTotal(draft)
    ? [t('trade.fields.total'), inCoin(draft.total, pair.quote.code)]
    : [t('trade.fields.quantity'), inCoin(draft.quantity, pair.base.code)];
  const lasting = hasTimeInForce.has(kind) && draft.time_in_force !== 'gtc';
  return [
    [t('trade.fields.kind'), t(`trade.kinds.${kind}`)],
    ...(kind === 'pegged' ? [[t('trade.fields.percent'), inPercent(draft.percent)] as const] : []),
    ...prices,
    size,
    ...(lasting ? [[t('trade.fields.time_in_force'), t(`trade.times.${draft.time_in_force}`)] as const] : []),
    ...(hasPostOnly.has(kind) && draft.post_only
      ? [[t('trade.orders.postOnly'), t('trade.yes')] as const]
      : []),
  ];
}

/** What comes of it, by the same reckoning as the exchange's. */
export function outcomeLines(question: Question, forecast: Forecast | null, t: Translate): readonly Line[] {
  const { draft, pair, fees, context } = question;
  if (forecast === null) return [];
  const { math } = context;
  let cost = 0n;
  for (const fill of forecast.fills) cost += fill.cost;
  const total: Line = [
    isEstimated(draft)
      ? t(draft.side === 'buy' ? 'trade.summary.cost' : 'trade.summary.proceeds')
      : t('trade.fields.total'),
    inCoin(math.showQuote(cost), pair.quote.code),
  ];
  if (fees === undefined) return [total];
  const { fee, net, coin } = receivedFor(draft, forecast.fills, { math, rate: rateOf(fees[forecast.role]) });
  return [
    total,
    [feeName(forecast.role, fees[forecast.role], t), inCoin(fee, pair[coin].code)],
    [receiveName(draft, t), inCoin(net, pair[coin].code)],
  ];
}
