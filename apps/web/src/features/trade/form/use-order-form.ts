import type { Pair } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { balanceQuery, settingsQuery } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { changeSettings } from '#preferences/change-settings.ts';
import type { FormRefusal } from '#ui/form/field-problem.ts';
import { type Form, useForm } from '#ui/form/use-form.ts';
import { createOrderPlacing } from '../api/place-order.ts';
import { bestPricesOf } from '../market/best-prices.ts';
import { bookSnapshot, useTicker } from '../market/market.ts';
import { finestStep } from '../market/market-pair.ts';
import { confirmOrder } from './confirm-order.tsx';
import { checkOrder, type OrderContext } from './model/check-order.ts';
import type { Available } from './model/holding.ts';
import { createMarketMath } from './model/market-math.ts';
import { needsConfirmation } from './model/needs-confirmation.ts';
import { orderBody } from './model/order-body.ts';
import { emptyDraft, type OrderDraft } from './model/order-draft.ts';
import { orderRefusal, tellOfOrder } from './order-words.ts';

export interface OrderForm extends OrderContext {
  readonly pair: Pair;
  readonly form: Form<OrderDraft>;
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

/** The middle of the book this moment; null when nothing rests on one of its sides. */
export function midOf(pair: Pair): string | null {
  const book = bookSnapshot(pair);
  return book === null ? null : bestPricesOf({ ready: true, ...book }, finestStep(pair)).mid;
}

/** The state of the order form of one pair, and what it takes to place an order. */
export function useOrderForm(pair: Pair): OrderForm {
  const { t } = useTranslation();
  const client = useQueryClient();
  const math = useMemo(() => createMarketMath(pair.rules), [pair.rules]);
  const available = useAvailable(pair);
  const lastPrice = useTicker(pair.code)?.price ?? pair.price;
  const loggedIn = useIsLoggedIn();
  const asks = useQuery({ ...settingsQuery, enabled: loggedIn }).data?.preferences.confirm_orders ?? true;
  const [place] = useState(() => createOrderPlacing());
  const context: OrderContext = { math, available, lastPrice };

  const submit = async (draft: OrderDraft): Promise<FormRefusal | undefined> => {
    if (asks && needsConfirmation(draft, { mid: midOf(pair), math })) {
      const { yes, askAgain } = await confirmOrder({ draft, pair, t });
      if (!yes) return undefined;
      // A preference that could not be kept only means that the question comes again.
      if (!askAgain) void changeSettings(client, { preferences: { confirm_orders: false } });
    }
    const answer = await place(orderBody(draft, pair.code));
    if (!answer.ok) return orderRefusal(answer.failure, { draft, t });
    tellOfOrder(answer.value, t);
    form.setValue('quantity', '');
    form.setValue('total', '');
    return undefined;
  };
  const form = useForm<OrderDraft>({
    initial: emptyDraft,
    check: (draft) => checkOrder(draft, context),
    submit,
  });

  // The form begins with the price of now; from then on the price is its owner's.
  const priced = useRef(false);
  const { setValue } = form;
  useEffect(() => {
    if (priced.current || lastPrice === null) return;
    priced.current = true;
    setValue('price', lastPrice);
  }, [lastPrice, setValue]);

  return { pair, form, ...context };
}
