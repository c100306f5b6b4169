import type { Order } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { useEffect, useRef, useState } from 'react';
import { useOwnOrders } from '#market/market.ts';
import { type MarketPair, quantityDecimals } from '#market/market-pair.ts';
import { amendOrder, cancelOrder } from '#orders/change-order.ts';
import { kindOf } from '#orders/model/order-kind.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { OrderLine } from '../model/order-lines.ts';
import { draggedField, linePriceOf } from './order-line-price.ts';
import { useDragQuestion } from './use-drag-question.ts';

function titleOf(order: Order, pair: MarketPair, t: Translate): string {
  const { operation, remaining, budget } = order;
  const quantity = formatNumber(remaining, { decimals: quantityDecimals(pair), trimZeros: true });
  const size = budget === null ? quantity : formatNumber(budget, { decimals: 2, trimZeros: true });
  const [arrow, key] = operation === 'buy' ? (['▲', 'orderBuy'] as const) : (['▼', 'orderSell'] as const);
  const words = `${arrow} ${t(`market.chart.${key}`, { quantity: size })}`;
  return kindOf(order) === 'limit' ? words : `${words} · ${t(`trade.kinds.${kindOf(order)}`)}`;
}

interface Change {
  /** Where it was dragged to; null while it is being cancelled. */
  readonly price: string | null;
  /** The server agreed; its list of orders will say so in a moment. */
  readonly answered: boolean;
}

/** Own open orders as lines, with what was asked of the server on top until it is known. */
export function useOrderLines(pair: MarketPair, begun: boolean) {
  const { t } = useTranslation();
  const orders = useOwnOrders(pair.code);
  const latest = useRef(orders);
  const mayDrag = useDragQuestion(pair, { hasOrders: orders.length > 0, begun });
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map());

  const put = (id: string, change: Change | null): void =>
    setChanges((before) => {
      const next = new Map(before);
      if (change === null) next.delete(id);
      else next.set(id, change);
      return next;
    });

  useEffect(() => {
    latest.current = orders;
    setChanges((before) => {
      const open = [...before].filter(([, { answered }]) => !answered);
      return open.length === before.size ? before : new Map(open);
    });
  }, [orders]);

  const lines = orders.flatMap((order): OrderLine[] => {
    const at = linePriceOf(order);
    if (at === null) return [];
    const change = changes.get(order.id);
    return [
      {
        id: order.id,
        side: order.operation,
        price: change?.price ?? at,
        title: titleOf(order, pair, t),
        movable: draggedField(order) !== null,
        pending: change !== undefined && !change.answered,
      },
    ];
  });

  return {
    lines,
    async move({ id }: OrderLine, price: string): Promise<void> {
      const order = latest.current.find((one) => one.id === id);
      const field = order === undefined ? null : draggedField(order);
      if (order === undefined || field === null) return;
      put(id, { price, answered: false });
      // The dialog may not come where nothing comes: then nothing is sent either.
      if (!(await mayDrag(order, field, price).catch(() => false))) return put(id, null);
      const answer = await amendOrder(id, { [field]: price }, t);
      const now = latest.current.find((one) => one.id === id);
      // The list may have come before the answer: nothing is left to be shown on top of it then.
      const isKnown = now === undefined || Number(linePriceOf(now)) === Number(price);
      put(id, answer.ok && !isKnown ? { price, answered: true } : null);
    },
    async close({ id }: OrderLine): Promise<void> {
      put(id, { price: null, answered: false });
      await cancelOrder(id, t);
      put(id, null);
    },
  };
}
