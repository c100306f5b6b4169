import { formatDecimal } from '@emporion/kernel';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsLoggedIn } from '#api/session.ts';
import { Amount } from '#ui/number/amount.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { ownFeesQuery } from '../api/queries.ts';
import { bookSnapshot, useBestPrices } from '../market/market.ts';
import { estimateFill } from './model/estimate.ts';
import { isByTotal, type OrderDraft, pricedBy } from './model/order-draft.ts';
import { rateOf, receivedFor, type Traded, tradedAt } from './model/summary.ts';
import type { OrderForm } from './use-order-form.ts';

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="num text-right">{children}</dd>
    </div>
  );
}

interface Forecast extends Traded {
  /** Of an order that takes what the book has. */
  readonly book?: { readonly averagePrice: number; readonly slippage: number; readonly complete: boolean };
  readonly takes: boolean;
}

/** Whether a price reaches the other side of the book, so that the order takes from it. */
function reaches(
  draft: OrderDraft,
  price: number,
  best: { bid: number | null; ask: number | null },
): boolean {
  if (draft.kind !== 'limit') return true;
  if (draft.side === 'buy') return best.ask !== null && price >= best.ask;
  return best.bid !== null && price <= best.bid;
}

/** What would be traded, by the order's own price or by the book as it stands; null while too little is written. */
function useForecast({ form, math, pair }: OrderForm): Forecast | null {
  const best = useBestPrices(pair);
  const { values } = form;
  const field = pricedBy(values.kind);
  const quantity = math.quantity(values.quantity);
  if (field !== null) {
    const price = math.price(values[field]);
    if (price === null || quantity === null || quantity === 0) return null;
    const sides = {
      bid: best.bid === null ? null : math.price(best.bid),
      ask: best.ask === null ? null : math.price(best.ask),
    };
    return { ...tradedAt(values, { price, quantity, math }), takes: reaches(values, price, sides) };
  }
  const book = values.kind === 'market' ? bookSnapshot(pair) : null;
  if (book === null) return null;
  const budget = isByTotal(values) ? math.quote(values.total) : null;
  const size = isByTotal(values)
    ? budget === null
      ? null
      : { budget }
    : quantity === null
      ? null
      : { quantity };
  if (size === null) return null;
  const found = estimateFill(book, { side: values.side, size, math });
  return found === null ? null : { quantity: found.quantity, cost: found.cost, book: found, takes: true };
}

/** Parts per million are a percent with four decimals, of which people read two. */
function slippageText(partsPerMillion: number): string {
  return formatNumber(formatDecimal(partsPerMillion, 4), { decimals: 2 });
}

/** Cost, fee and what is received, as the exchange will reckon them. */
export function OrderSummary({ order }: { order: OrderForm }) {
  const { t } = useTranslation();
  const { form, math, pair } = order;
  const forecast = useForecast(order);
  const loggedIn = useIsLoggedIn();
  const fees = useQuery({ ...ownFeesQuery, enabled: loggedIn }).data;
  const percent = forecast?.takes === false || form.values.post_only ? fees?.maker : fees?.taker;
  const received =
    forecast === null || percent === undefined
      ? null
      : receivedFor(form.values, forecast, { math, rate: rateOf(percent) });
  const coin = received?.coin === 'quote' ? pair.quote.code : pair.base.code;
  return (
    <dl className="flex flex-col gap-1 text-sm">
      {forecast?.book !== undefined && (
        <>
          <Row name={t('trade.summary.average')}>
            <Amount
              value={math.showPrice(forecast.book.averagePrice)}
              decimals={math.rules.price_decimals}
              unit={pair.quote.code}
            />
          </Row>
          <Row name={t('trade.summary.slippage')}>
            <span className={forecast.book.complete ? undefined : 'text-warn'}>
              {forecast.book.complete
                ? `${slippageText(forecast.book.slippage)} %`
                : t('trade.summary.shallow')}
            </span>
          </Row>
          <Row name={t('trade.summary.cost')}>
            <Amount value={math.showQuote(forecast.cost)} decimals={2} unit={pair.quote.code} />
          </Row>
        </>
      )}
      <Row name={percent === undefined ? t('trade.summary.fee') : t('trade.summary.feeOf', { percent })}>
        {received === null ? '–' : <Amount value={received.fee} trimZeros unit={coin} />}
      </Row>
      <Row name={t('trade.summary.receive')}>
        {received === null ? '–' : <Amount value={received.net} trimZeros unit={coin} />}
      </Row>
    </dl>
  );
}
