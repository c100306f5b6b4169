import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIsLoggedIn } from '#api/session.ts';
import { bookSnapshot, useBestPrices } from '#market/market.ts';
import { firstFeesQuery, ownFeesQuery } from '#orders/fee-queries.ts';
import { isSizeRefused } from '#orders/model/check-order.ts';
import { heldFor } from '#orders/model/holding.ts';
import { pricedBy } from '#orders/model/order-draft.ts';
import { rateOf, receivedFor } from '#orders/model/received.ts';
import { Amount } from '#ui/number/amount.tsx';
import { readableDecimals } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type Estimate, isSlippery } from './model/estimate.ts';
import { forecastOf, roleOf } from './model/forecast.ts';
import { feeName, receiveName, slippageText } from './order-text.ts';
import type { OrderForm } from './use-order-form.ts';

/** Cut to what is read: the exact figures stand in the fields and in the question. */
function Coins({ value, coin }: { value: string; coin: string }) {
  return <Amount value={value} decimals={readableDecimals(value)} trimZeros unit={coin} />;
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="num text-right">{children}</dd>
    </div>
  );
}

/** What the book as it stands would give, and how far that is from its best price. */
function BookRows({ order: { form, math, pair }, book }: { order: OrderForm; book: Estimate }) {
  const { t } = useTranslation();
  const warned = isSlippery(book) || !book.complete;
  const price = (value: number) => (
    <Amount value={math.showPrice(value)} decimals={math.rules.price_decimals} unit={pair.quote.code} />
  );
  return (
    <>
      <Row name={t('trade.summary.average')}>{price(book.averagePrice)}</Row>
      <Row name={t('trade.summary.worst')}>{price(book.worstPrice)}</Row>
      <Row name={t('trade.summary.slippage')}>
        <span className={warned ? 'text-warn' : undefined}>
          {book.complete ? slippageText(book.slippage) : t('trade.summary.shallow')}
        </span>
      </Row>
      <Row name={t(form.values.side === 'buy' ? 'trade.summary.cost' : 'trade.summary.proceeds')}>
        <Coins value={math.showQuote(book.cost)} coin={pair.quote.code} />
      </Row>
    </>
  );
}

/** What is set aside while the order waits, where no total says it. */
function HeldRow({ order: { form, math, pair } }: { order: OrderForm }) {
  const { t } = useTranslation();
  const { values } = form;
  const held = values.kind === 'market' || pricedBy(values.kind) !== null ? null : heldFor(values, math);
  if (held === null) return null;
  const sells = values.side === 'sell';
  return (
    <Row name={t('trade.summary.held')}>
      <Coins
        value={sells ? math.showBase(held) : math.showQuote(held)}
        coin={sells ? pair.base.code : pair.quote.code}
      />
    </Row>
  );
}

interface OrderSummaryProps {
  order: OrderForm;
  /** The button that sends the order, and what stands with it. */
  children: ReactNode;
}

/**
 * Cost, fee and what is received, as the exchange calculates them. Fee and proceeds stay in view with the button,
 * also where the fields are longer than their panel: the cost of a press is seen without scrolling.
 */
export function OrderSummary({ order, children }: OrderSummaryProps) {
  const { t } = useTranslation();
  const { form, math, pair } = order;
  const best = useBestPrices(pair);
  const facing = { ...best, levels: bookSnapshot(pair) };
  const forecast = isSizeRefused(form.values, order) ? null : forecastOf(form.values, order, facing);
  const loggedIn = useIsLoggedIn();
  const own = useQuery({ ...ownFeesQuery, enabled: loggedIn }).data;
  const first = useQuery({ ...firstFeesQuery, enabled: !loggedIn }).data;
  const fees = loggedIn ? own : first;
  const role = roleOf(form.values, facing, math);
  const percent = fees?.[role];
  const received =
    forecast === null || percent === undefined
      ? null
      : receivedFor(form.values, forecast.fills, { math, rate: rateOf(percent) });
  const coin = received?.coin === 'quote' ? pair.quote.code : pair.base.code;
  const book = forecast?.book ?? null;
  return (
    <>
      <dl className="flex flex-col gap-1 text-sm empty:hidden">
        {book !== null && <BookRows order={order} book={book} />}
        <HeldRow order={order} />
      </dl>
      <p role="status" className="text-sm text-pretty text-warn empty:hidden">
        {book !== null && isSlippery(book) ? t('trade.summary.slipping') : ''}
      </p>
      <div className="trade-foot">
        <dl className="flex flex-col gap-1 text-sm">
          <Row name={percent === undefined ? t('trade.summary.fee') : feeName(role, percent, t)}>
            {received === null ? '–' : <Coins value={received.fee} coin={coin} />}
          </Row>
          <Row name={receiveName(form.values, t)}>
            {received === null ? '–' : <Coins value={received.net} coin={coin} />}
          </Row>
        </dl>
        {children}
      </div>
    </>
  );
}
