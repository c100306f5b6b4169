import type { Order } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pairsQuery } from '#api/queries.ts';
import { loadTexts } from '#language/i18n.ts';
import { type FormRefusal, settleRefusal } from '#ui/form/field-problem.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { orderRefusal } from '../form/order-words.ts';
import { amendedDraft, changesOf, checkAmendment, valuesOf } from './amendment.ts';
import { type Amendment, changeOrder } from './change-order.ts';
import { type AmendedField, amendedFields } from './order-kind.ts';

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
    const rules = pairs?.find(({ code }) => code === order.pair)?.rules;
    const problems = Object.entries(checkAmendment(order, state.values, rules));
    if (problems.length > 0) {
      const said = problems.map(([field, { code, params }]) => [field, t(`errors.${code}`, { ...params })]);
      return refuse(order, { fields: Object.fromEntries(said) });
    }
    const answer = await changeOrder(order.id, change, t);
    if (answer.ok) return stop();
    refuse(
      order,
      orderRefusal(answer.failure, { draft: amendedDraft(order, state.values), t, unsent: true }),
    );
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
