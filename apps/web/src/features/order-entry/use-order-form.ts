import type { Pair } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { networkFailure } from '#api/failure.ts';
import { balanceQuery, settingsQuery } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { wantsFills } from '#api/wants-fills.ts';
import { type BestPrices, bestPricesOf, noPrices } from '#market/best-prices.ts';
import { lastPriceOf } from '#market/last-price.ts';
import { bookSnapshot, market, useHasPrice } from '#market/market.ts';
import { finestStep } from '#market/market-pair.ts';
import { ownFeesQuery } from '#orders/fee-queries.ts';
import { checkOrder } from '#orders/model/check-order.ts';
import type { Available } from '#orders/model/holding.ts';
import { createMarketMath } from '#orders/model/market-math.ts';
import { orderBody } from '#orders/model/order-body.ts';
import type { OrderContext } from '#orders/model/order-context.ts';
import { emptyDraft, type OrderDraft } from '#orders/model/order-draft.ts';
import { openOrders } from '#orders/open-orders.ts';
import { isOnlyLogged, orderRefusal } from '#orders/order-refusal.ts';
import { createOrderPlacing } from '#orders/place-order.ts';
import { changeSettings } from '#preferences/change-settings.ts';
import type { FormRefusal } from '#ui/form/field-problem.ts';
import { type Form, useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Confirmed } from './confirm-order.tsx';
import { estimateMarket } from './model/forecast.ts';
import { needsConfirmation } from './model/needs-confirmation.ts';
import { tellPlaced } from './placed-toast.ts';
import { sendingOrder } from './sending-order.ts';
import { useFirstPrice } from './use-first-price.ts';

/** What the exchange refused, and in which words. */
interface Refused {
  readonly code: string;
  readonly said: string;
}

export interface OrderForm extends OrderContext {
  readonly pair: Pair;
  readonly form: Form<OrderDraft>;
  /** Of the order that was sent last, until the form is changed. */
  readonly refused: Refused | null;
}

/** What the owner of the form can use of the pair's coins, kept right by the socket. */
function useAvailable({ base, quote, rules }: Pair): Available | null {
  const loggedIn = useIsLoggedIn();
  const balance = useQuery({ ...balanceQuery, enabled: loggedIn }).data?.balance;
  return useMemo(() => {
    if (!loggedIn || balance === undefined) return null;
    const math = createMarketMath(rules);
    return {
      base: math.base(balance[base.code]?.actual ?? '0') ?? 0n,
      quote: math.quote(balance[quote.code]?.actual ?? '0') ?? 0n,
    };
  }, [loggedIn, balance, base.code, quote.code, rules]);
}

/** The best prices of the book this moment. */
function bestOf(pair: Pair): BestPrices {
  const book = bookSnapshot(pair);
  return book === null ? noPrices : bestPricesOf({ ready: true, ...book }, finestStep(pair));
}

/** What an order of this pair is judged by. */
function useOrderContext(pair: Pair): OrderContext {
  const math = useMemo(() => createMarketMath(pair.rules), [pair.rules]);
  const available = useAvailable(pair);
  // Drawn again when the market gets its first price, and not with every figure of the day.
  useHasPrice(pair.code);
  return {
    math,
    available,
    // A function and not a value: the figures of the day are up to a second old, and to draw the form with every trade
    // would cost more than it tells.
    lastPrice: () =>
      lastPriceOf(market.trades(pair.code).read().list)?.price ??
      market.tickers.read().get(pair.code)?.price ??
      pair.price,
    best: () => bestOf(pair),
    bookCost: (draft) =>
      draft.side === 'buy' ? (estimateMarket(draft, bookSnapshot(pair), math)?.cost ?? null) : null,
  };
}

/** Asks where the order may surprise. The question comes with its dialog, which most orders never need. */
function useConfirmation(pair: Pair, context: OrderContext) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const loggedIn = useIsLoggedIn();
  const asks = useQuery({ ...settingsQuery, enabled: loggedIn }).data?.preferences.confirm_orders ?? true;
  return async (draft: OrderDraft): Promise<boolean> => {
    if (!asks || !needsConfirmation(draft, { mid: bestOf(pair).mid, math: context.math })) return true;
    const { confirmOrder } = await import('./confirm-order.tsx');
    const fees = client.getQueryData(ownFeesQuery.queryKey);
    const { yes, askAgain }: Confirmed = await confirmOrder({ draft, pair, context, fees, t });
    // A preference that could not be kept only means that the question comes again.
    if (yes && !askAgain) void changeSettings(client, { preferences: { confirm_orders: false } });
    return yes;
  };
}

/** Sends an order and shows it on its way. Gives the reason when it was not taken. */
function usePlacing(pair: Pair, onRefused: (refused: Refused, draft: OrderDraft) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [place] = useState(() => createOrderPlacing());
  return async (draft: OrderDraft): Promise<FormRefusal | undefined> => {
    const arrived =
      draft.kind === 'market' ? () => {} : openOrders.send(sendingOrder(draft, pair, new Date()));
    const answer = await place(orderBody(draft, pair.code));
    if (answer.ok) for (const order of answer.value) openOrders.acknowledge(order);
    arrived();
    const [first] = answer.ok ? answer.value : [];
    if (first !== undefined) void tellPlaced(first, { wantsFills: () => wantsFills(client), t });
    if (answer.ok) return undefined;
    // The form says it by itself once it knows of what is left.
    if (isOnlyLogged(answer.failure, draft)) void client.invalidateQueries(balanceQuery);
    const refusal = orderRefusal(answer.failure, { draft, t });
    const said = refusal.message ?? Object.values(refusal.fields ?? {})[0];
    if (answer.failure.kind === 'refused' && answer.failure.code !== null && said !== undefined)
      onRefused({ code: answer.failure.code, said }, draft);
    return refusal;
  };
}

/** The state of the order form of one pair, and what it takes to place an order. */
export function useOrderForm(pair: Pair, onPlaced?: () => void): OrderForm {
  const { t } = useTranslation();
  const context = useOrderContext(pair);
  const isConfirmed = useConfirmation(pair, context);
  const [refusal, setRefusal] = useState<{ refused: Refused; draft: OrderDraft } | null>(null);
  const place = usePlacing(pair, (refused, draft) => setRefusal({ refused, draft }));

  const submit = async (draft: OrderDraft): Promise<FormRefusal | undefined> => {
    // The dialog may not come where nothing comes: then nothing was sent either.
    const confirmed = await isConfirmed(draft).catch(() => null);
    if (confirmed === null) return orderRefusal(networkFailure, { draft, t, unsent: true });
    if (!confirmed) return undefined;
    const refusal = await place(draft);
    if (refusal !== undefined) return refusal;
    form.setValue('quantity', '');
    form.setValue('total', '');
    onPlaced?.();
    return undefined;
  };
  const form = useForm<OrderDraft>({
    initial: emptyDraft,
    check: (draft) => checkOrder(draft, context),
    submit,
  });

  useFirstPrice(form, context, pair);

  const refused = refusal !== null && refusal.draft === form.values ? refusal.refused : null;
  return { pair, form, refused, ...context };
}
