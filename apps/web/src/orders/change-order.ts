import type { Order } from '@emporion/contracts/rest';
import type { Result } from '@emporion/kernel';
import type { TFunction } from 'i18next';
import { call } from '#api/api.ts';
import { orderEndpoints } from '#api/contract/trading.ts';
import type { ApiFailure } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { loadTexts } from '#language/i18n.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import type { AmendedField } from './model/order-kind.ts';
import { openOrders } from './open-orders.ts';

async function complain(failure: ApiFailure, t: TFunction): Promise<void> {
  // The sentences of what went wrong come when something does.
  await loadTexts('errors').catch(() => {});
  const { message, fields } = refusalOf(failure, t);
  showToast({ type: 'error', title: Object.values(fields)[0] ?? message });
}

/** Says how it went: a row of a table has no place of its own for a sentence. */
export async function cancelOrder(id: string, t: TFunction): Promise<void> {
  const answer = await call(orderEndpoints.cancel, { params: { id } });
  if (!answer.ok) return complain(answer.failure, t);
  openOrders.acknowledge(answer.value);
  // Of two orders that cancel each other, the other one went along.
  const title = t(answer.value.linked_to === null ? 'trade.orders.cancelled' : 'trade.orders.ocoCancelled');
  showToast({ title, duration: 4_000 });
}

/** `pair` null means all pairs. */
export async function cancelAllOrders(pair: string | null, t: TFunction): Promise<void> {
  const answer = await call(orderEndpoints.cancelAll, { query: pair === null ? {} : { pair } });
  if (!answer.ok) return complain(answer.failure, t);
  showToast({
    title: t('trade.orders.allCancelled', { count: answer.value.cancelled }),
    duration: 4_000,
  });
}

export type Amendment = Partial<Record<AmendedField, string>>;

/** Changes an open order. Whoever asks has a place of their own for what went wrong. */
export async function changeOrder(
  id: string,
  change: Amendment,
  t: TFunction,
): Promise<Result<Order, ApiFailure>> {
  const answer = await call(orderEndpoints.amend, { params: { id }, body: change });
  if (!answer.ok) return answer;
  openOrders.acknowledge(answer.value);
  showToast({ title: t('trade.orders.amended'), duration: 4_000 });
  return answer;
}

/** The same where there is no such place: a toast says it. */
export async function amendOrder(
  id: string,
  change: Amendment,
  t: TFunction,
): Promise<Result<Order, ApiFailure>> {
  const answer = await changeOrder(id, change, t);
  if (!answer.ok) await complain(answer.failure, t);
  return answer;
}
