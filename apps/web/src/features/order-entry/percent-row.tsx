import { useEffect, useRef } from 'react';
import { bookSnapshot } from '#market/market.ts';
import { heldFor, holdPrice, quantityWithin } from '#orders/model/holding.ts';
import { isByTotal } from '#orders/model/order-draft.ts';
import { inPercent } from '#ui/number/percent.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { estimateFill } from './model/estimate.ts';
import { setLinked } from './set-linked.ts';
import type { OrderForm } from './use-order-form.ts';

const shares = [25, 50, 75, 100] as const;

/** Sizes the order by a share of what is available. */
function useShare(order: OrderForm) {
  const { form, math, available, pair } = order;
  const { values } = form;
  // The share that was chosen, for as long as the amount is still the one that came of it.
  const chosen = useRef<{ readonly percent: number; readonly quantity: string } | null>(null);
  const free = available === null ? 0n : values.side === 'sell' ? available.base : available.quote;
  const held = heldFor(values, math) ?? order.bookCost?.(values) ?? 0n;
  const now = free === 0n ? 0 : Math.min(100, Number((held * 100n) / free));

  /** Null where no price says how much a share of the money buys. */
  const quantityOf = (percent: number): number | null => {
    if (available === null) return null;
    if (values.kind !== 'market' || values.side === 'sell')
      return quantityWithin(values, math, { available, percent });
    const [book, worst] = [bookSnapshot(pair), math.price(values.worst_price)];
    const size = { budget: (free * BigInt(percent)) / 100n };
    return book === null ? null : (estimateFill(book, { side: 'buy', size, math, worst })?.quantity ?? 0);
  };
  const set = (percent: number): void => {
    if (isByTotal(values)) {
      setLinked(order, 'total', math.showQuote((free * BigInt(percent)) / 100n));
      return;
    }
    const quantity = math.showQuantity(quantityOf(percent) ?? 0);
    chosen.current = { percent, quantity };
    setLinked(order, 'quantity', quantity);
  };
  const price = holdPrice(values, math);
  const follow = (): void => {
    const share = chosen.current;
    const isKept = share !== null && share.quantity === values.quantity;
    if (isKept && values.kind !== 'market' && quantityOf(share.percent) !== null) set(share.percent);
  };
  const latest = useRef(follow);
  useEffect(() => {
    latest.current = follow;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a share of the money buys another amount at another price
  useEffect(() => latest.current(), [price]);
  const disabled = available === null || (!isByTotal(values) && quantityOf(100) === null);
  return { now, set, disabled };
}

/** Shares of what is available, by a slider and by buttons. */
export function PercentRow({ order }: { order: OrderForm }) {
  const { t } = useTranslation();
  const { now, set, disabled } = useShare(order);
  return (
    <div className="flex flex-col gap-1.5">
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={now}
        disabled={disabled}
        aria-label={t('trade.share')}
        aria-valuetext={inPercent(now)}
        className="trade-slider"
        data-side={order.form.values.side}
        onChange={(event) => set(Number(event.currentTarget.value))}
      />
      <div className="grid grid-cols-4 gap-1">
        {shares.map((share) => (
          <button
            key={share}
            type="button"
            className="trade-chip"
            disabled={disabled}
            onClick={() => set(share)}
          >
            {inPercent(share)}
          </button>
        ))}
      </div>
    </div>
  );
}
