import type { Order, Pair } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pairsQuery } from '#api/queries.ts';
import { loadTexts } from '#language/i18n.ts';
import { lastPriceOf } from '#market/last-price.ts';
import { market } from '#market/market.ts';
import { type Amendment, changeOrder } from '#orders/change-order.ts';
import { checkOrder } from '#orders/model/check-order.ts';
import { createMarketMath } from '#orders/model/market-math.ts';
import type { OrderDraft } from '#orders/model/order-draft.ts';
import { type AmendedField, amendedFields } from '#orders/model/order-kind.ts';
import { orderRefusal } from '#orders/order-refusal.ts';
import { problemText } from '#orders/problem-text.ts';
import { type FieldProblems, type FormRefusal, settleRefusal } from '#ui/form/field-problem.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { amendedDraft, changesOf, checkAmendment, valuesOf } from './amendment.ts';

/** The one order of the list that is being changed in its row. */
export interface Amending {
  readonly id: string | null;
  /** The last one that was: whoever came by keyboard goes on from its row. */
  readonly lastId: string | null;
  readonly values: Amendment;
  readonly pending: boolean;
  errorOf(field: AmendedField): string | undefined;
  begin(order: Order): void;
  change(field: AmendedField, value: string): void;
  save(order: Order): Promise<void>;
  stop(): void;
}

interface State {
  readonly id: string | null;
  readonly lastId: string | null;
  readonly values: Amendment;
  readonly errors: Readonly<Record<string, string>>;
  readonly pending: boolean;
}

const idle: State = { id: null, lastId: null, values: {}, errors: {}, pending: false };

interface Changed {
  readonly draft: OrderDraft;
  readonly pair: Pair;
  readonly t: Translate;
}

/** The same words as the form's for the same mistakes. */
function wordsOf(problems: FieldProblems, { draft, pair, t }: Changed): Record<string, string> {
  const terms = { math: createMarketMath(pair.rules), coin: pair.quote.code, t };
  return Object.fromEntries(
    Object.entries(problems).map(([field, found]) => {
      const said = t(`errors.${found.code}`, { ...found.params });
      return [field, problemText({ draft, field, found, said }, terms)];
    }),
  );
}

function againstMarket(draft: OrderDraft, pair: Pair | undefined): FieldProblems {
  if (pair === undefined) return {};
  const ofDay = market.tickers.read().get(pair.code)?.price ?? pair.price;
  const lastPrice = () => lastPriceOf(market.trades(pair.code).read().list)?.price ?? ofDay;
  return checkOrder(draft, { math: createMarketMath(pair.rules), lastPrice, available: null });
}

export function useAmending(): Amending {
  const { t } = useTranslation();
  const [state, setState] = useState(idle);
  const pairs = useQuery(pairsQuery).data?.pairs;
  const stop = (): void => setState(({ id }) => ({ ...idle, lastId: id }));

  /** What has no field in the row is said in a toast. */
  const refuse = (order: Order, refusal: FormRefusal): void => {
    const { message, fields } = settleRefusal(refusal, amendedFields(order));
    if (message !== undefined) showToast({ type: 'error', title: message });
    setState((before) => ({ ...before, pending: false, errors: fields }));
  };
  const save = async (order: Order): Promise<void> => {
    if (state.pending) return;
    const change = changesOf(order, state.values);
    if (Object.keys(change).length === 0) return stop();
    setState((before) => ({ ...before, pending: true }));
    await loadTexts('errors').catch(() => {});
    const pair = pairs?.find(({ code }) => code === order.pair);
    const draft = amendedDraft(order, state.values);
    const words = (found: FieldProblems) => (pair === undefined ? {} : wordsOf(found, { draft, pair, t }));
    const wrong = words(checkAmendment(order, state.values, pair?.rules));
    if (Object.keys(wrong).length > 0) return refuse(order, { fields: wrong });
    const answer = await changeOrder(order.id, change, t);
    if (answer.ok) return stop();
    // Of what the market refuses, this page may know the bounds.
    const known = answer.failure.kind === 'refused' ? againstMarket(draft, pair) : {};
    const changed = Object.entries(known).filter(([field]) => Object.hasOwn(change, field));
    if (changed.length > 0) return refuse(order, { fields: words(Object.fromEntries(changed)) });
    refuse(order, orderRefusal(answer.failure, { draft, t, unsent: true }));
  };

  return {
    ...state,
    errorOf: (field) => state.errors[field],
    begin: (order) => setState({ ...idle, id: order.id, values: valuesOf(order) }),
    change: (field, value) =>
      setState((before) => {
        const { [field]: _, ...errors } = before.errors;
        return { ...before, values: { ...before.values, [field]: value }, errors };
      }),
    save,
    stop,
  };
}
