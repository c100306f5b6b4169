import type { Translate } from '@emporion/i18n/texts';
import type { ApiFailure } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { logWarning } from '#live/log.ts';
import { type FormRefusal, joinSentences, settleRefusal } from '#ui/form/field-problem.ts';
import type { OrderDraft } from './model/order-draft.ts';
import { refusedField, shownFields } from './model/refused-field.ts';
import { isInDoubt } from './place-order.ts';

/** The server says these two in words made for programs; people read the catalogue's. */
const saidByUs: ReadonlySet<string> = new Set(['order_no_funds', 'order_cost_limit']);

/** Of a market order these two raise nothing, by the specification: the form has its own sentence before it sends one. */
export function isOnlyLogged(failure: ApiFailure, { kind }: OrderDraft): boolean {
  return kind === 'market' && failure.kind === 'refused' && saidByUs.has(failure.code ?? '');
}

/** What the server said, at the field that it is about. */
export function orderRefusal(
  failure: ApiFailure,
  { draft, t, unsent = false }: { draft: OrderDraft; t: Translate; unsent?: boolean },
): FormRefusal {
  const words = refusalOf(failure, t);
  if (isOnlyLogged(failure, draft)) {
    logWarning('A market order was refused.', words.message);
    return {};
  }
  if (failure.kind !== 'refused' || failure.code === null) {
    const doubt = !unsent && isInDoubt(failure) ? [t('trade.refused.inDoubt')] : [];
    return { message: joinSentences([words.message, ...doubt]) };
  }
  const { code } = failure;
  if (Object.keys(words.fields).length > 0) return settleRefusal(words, shownFields(draft));
  const sentence = saidByUs.has(code) ? t(`errors.${code}`, { defaultValue: words.message }) : words.message;
  const field = refusedField(code, draft);
  return field === null ? { message: sentence } : { fields: { [field]: sentence } };
}
