import type { Pair } from '@emporion/contracts/rest';
import { useEffect, useRef } from 'react';
import { bookSnapshot, market } from '#market/market.ts';
import { finestStep } from '#market/market-pair.ts';
import type { OrderContext } from '#orders/model/order-context.ts';
import type { OrderDraft } from '#orders/model/order-draft.ts';
import type { Form } from '#ui/form/use-form.ts';
import { setLinked } from './set-linked.ts';

/**
 * Fills in the price that a form begins with: the best price of its own side, at which an order rests and pays the
 * maker fee. The last price stands in until the book is known, and where that side of the book is empty.
 *
 * The price follows the side of the order, and nothing else, until the user writes another one. A book that comes
 * after the user has written an amount changes nothing: the total under their eyes would change with it.
 */
export function useFirstPrice(form: Form<OrderDraft>, context: OrderContext, pair: Pair): void {
  const suggested = useRef('');
  const latest = useRef({ form, context });
  useEffect(() => {
    latest.current = { form, context };
  });
  const { side } = form.values;
  const hasLastPrice = context.lastPrice() !== null;
  const { code } = pair;
  const precision = finestStep(pair);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a market gets its first price while the form is open
  useEffect(() => {
    /** Returns true when there is nothing left to wait for. */
    const suggest = (): boolean => {
      const { form: now, context: judged } = latest.current;
      if (now.values.price !== suggested.current) return true;
      const best = judged.best?.();
      const price = (side === 'buy' ? best?.bid : best?.ask) ?? judged.lastPrice();
      if (price !== null && price !== suggested.current) {
        suggested.current = price;
        setLinked({ form: now, math: judged.math }, 'price', price);
      }
      return bookSnapshot(pair) !== null;
    };
    if (suggest()) return;
    const stop = market.book({ pair: code, precision }).subscribe(() => {
      const { quantity, total } = latest.current.form.values;
      if (quantity !== '' || total !== '' || suggest()) stop();
    });
    return stop;
  }, [side, hasLastPrice, code, precision]);
}
