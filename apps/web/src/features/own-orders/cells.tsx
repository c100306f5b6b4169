import type { Order } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { useTicker } from '#market/market.ts';
import { fromUnits, percentFrom, timesUnits, toUnits } from '#market/units.ts';
import { kindOf } from '#orders/model/order-kind.ts';
import { Amount } from '#ui/number/amount.tsx';
import { formatNumber, noNumber, readableDecimals } from '#ui/number/format-number.ts';
import { inPercent } from '#ui/number/percent.ts';
import { dateFormat } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

/** Day and time to the second, in the reader's own time zone. */
export function MomentCell({ moment }: { moment: string }) {
  const { i18n } = useTranslation();
  const text = dateFormat(i18n.language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(moment));
  return (
    <time dateTime={moment} className="num text-muted">
      {text}
    </time>
  );
}

export function SideCell({ side }: { side: Order['operation'] }) {
  const { t } = useTranslation();
  return (
    <span className={side === 'buy' ? 'text-buy' : 'text-sell'}>
      {`${side === 'buy' ? '▲' : '▼'} ${t(`trade.side.${side}`)}`}
    </span>
  );
}

/** What tells an order from others of its kind. */
function particularOf({ trail, percent, linked_to }: Order, t: Translate): string | null {
  if (linked_to !== null) return t('trade.orders.linked');
  if (percent !== null) return inPercent(formatNumber(percent, { trimZeros: true }));
  return trail === null ? null : formatNumber(trail, { trimZeros: true });
}

export function KindCell({ order }: { order: Order }) {
  const { t } = useTranslation();
  const particular = particularOf(order, t);
  return (
    <span>
      {t(`trade.kinds.${kindOf(order)}`)}
      {particular !== null && <span className="num text-muted">{` · ${particular}`}</span>}
    </span>
  );
}

interface PriceProps {
  price: string | null;
  /** Those of the pair, so that points stand below one another; unknown until the pairs are here. */
  decimals: number | undefined;
}

export function Price({ price, decimals }: PriceProps & { price: string }) {
  return <Amount value={price} decimals={decimals} trimZeros={decimals === undefined} />;
}

/** A column of its own would take more room than the few orders that wait for a price are worth. */
export function KindAndStop({ order, decimals }: { order: Order; decimals: number | undefined }) {
  const { t } = useTranslation();
  if (order.stop_price === null) return <KindCell order={order} />;
  return (
    <span className="kind-and-stop">
      <KindCell order={order} />
      <span className="text-xs text-muted">
        {`${t('trade.orders.stop')} `}
        <Price price={order.stop_price} decimals={decimals} />
      </span>
    </span>
  );
}

/** A price, or a word where there is none. */
export function PriceCell({ price, decimals }: PriceProps) {
  const { t } = useTranslation();
  if (price === null) return <span className="text-muted">{t('trade.orders.anyPrice')}</span>;
  return <Price price={price} decimals={decimals} />;
}

export function OptionalPrice({ price, decimals }: PriceProps) {
  return price === null ? (
    <span className="no-figure text-muted">{'–'}</span>
  ) : (
    <Price price={price} decimals={decimals} />
  );
}

/** The amount that is wanted; of a buy by total, the total. */
export function QuantityCell({ order: { quantity, budget, pair } }: { order: Order }) {
  const [, quote = ''] = pair.split('-');
  return budget === null ? (
    <Amount value={quantity} trimZeros />
  ) : (
    <Amount value={budget} trimZeros unit={quote} />
  );
}

/** What is still to be traded; of a buy by total, what is still to be spent. */
export function RemainingCell({ order: { remaining, budget, total, pair } }: { order: Order }) {
  const [, quote = ''] = pair.split('-');
  if (budget === null) return <Amount value={remaining} trimZeros />;
  return <Amount value={fromUnits(toUnits(budget) - toUnits(total))} trimZeros unit={quote} />;
}

/** The whole order at its own price. An order that takes any price has a total only where it is sized by one. */
export function TotalCell({ order: { price, quantity, budget } }: { order: Order }) {
  const total = budget ?? (price === null ? null : timesUnits(price, quantity));
  if (total === null) return <span className="no-figure text-muted">{noNumber}</span>;
  return <Amount value={total} decimals={readableDecimals(total)} trimZeros />;
}

/** How far the price at which an order trades or triggers is from the last price, in percent. */
export function Distance({ order: { pair, price, stop_price, status } }: { order: Order }) {
  const { t } = useTranslation();
  const last = useTicker(pair)?.price ?? null;
  // A stop that has fired is past its stop price.
  const own = status === 'pending' ? (stop_price ?? price) : price;
  const percent = own === null || last === null ? null : percentFrom(last, own);
  if (percent === null) return null;
  return (
    <span className="text-xs text-muted" title={t('trade.orders.distance')}>
      <span className="sr-only">{t('trade.orders.distance')} </span>
      <Amount value={percent} decimals={2} unit="%" dimZeros={false} plus />
    </span>
  );
}

export function FilledCell({ order }: { order: Order }) {
  const [filled, whole] =
    order.budget === null ? [order.filled, order.quantity] : [order.total, order.budget];
  // A share for the eye; the exact figures stand beside it.
  const share = Number(whole) === 0 ? 0 : Math.floor((Number(filled) / Number(whole)) * 100);
  // What a total leaves over buys not even one lot.
  const percent = order.status === 'filled' ? 100 : share;
  if (order.filled === '0') return <span className="text-muted">{inPercent(percent)}</span>;
  return (
    <span>
      <Amount value={order.filled} trimZeros />
      <span className="text-muted">{` · ${inPercent(percent)}`}</span>
    </span>
  );
}

/** How it ended; one that was filled in part before it was cancelled is told from one that never traded. */
export function StatusCell({ order: { status, filled } }: { order: Order }) {
  const { t } = useTranslation();
  const partly = status === 'cancelled' && filled !== '0';
  return <span>{t(partly ? 'trade.status.partly_cancelled' : `trade.status.${status}`)}</span>;
}
