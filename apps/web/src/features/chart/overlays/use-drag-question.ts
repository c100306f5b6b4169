import type { Order } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settingsQuery } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { bestPricesOf } from '#market/best-prices.ts';
import { bookSnapshot, market } from '#market/market.ts';
import { finestStep, type MarketPair } from '#market/market-pair.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { dragQuestion } from './drag-question.ts';

/** Whether a dragged order may be sent: at once where nothing can surprise, else when its owner has said so. */
export function useDragQuestion(
  pair: MarketPair,
  { hasOrders, begun }: { readonly hasOrders: boolean; readonly begun: boolean },
) {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  const enabled = loggedIn && begun;
  const asks = useQuery({ ...settingsQuery, enabled }).data?.preferences.confirm_orders ?? true;
  const [code, precision] = [pair.code, finestStep(pair)];
  useEffect(() => {
    // The question is about the book, and no other panel need follow it.
    if (hasOrders) return market.book({ pair: code, precision }).subscribe(() => {});
  }, [hasOrders, code, precision]);
  return async (order: Order, field: string, price: string): Promise<boolean> => {
    const book = bookSnapshot(pair) ?? { bids: [], asks: [] };
    const best = bestPricesOf({ ready: true, ...book }, finestStep(pair));
    const question = dragQuestion({ order, field, price }, best, asks);
    if (question === null) return true;
    const { confirmDrag } = await import('./confirm-drag.tsx');
    return confirmDrag({ order, pair, price, question }, t);
  };
}
