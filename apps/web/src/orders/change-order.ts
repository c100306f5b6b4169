import type { Order } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import type { Result } from '@emporion/kernel';
import { call } from '#api/api.ts';
import { orderEndpoints } from '#api/contract/trading.ts';
import type { ApiFailure } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { loadTexts } from '#language/i18n.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import type { AmendedField } from './model/order-kind.ts';
import { openOrders } from './open-orders.ts';

async function complain(failure: ApiFailure, t: Translate): Promise<void> {
  // The sentences of what went wrong come when something does.
  await loadTexts('errors').catch(() => {});
  const { message, fields } = refusalOf(failure, t);
  showToast({ type: 'error', title: Object.values(fields)[0] ?? message });
}

/** Says how it went: a row of a table has no place of its own for a sentence. */
export async function cancelOrder(id: string, t: Translate): Promise<void> {
  const answer = await call(orderEndpoints.cancel, { params: { id } });
  if (!answer.ok) return complain(answer.failure, t);
  openOrders.acknowledge(answer.value);
  // Whoever cancels one of two linked orders has cancelled both.
  const both = answer.value.cancelled > 1;
  showToast({ title: t(both ? 'trade.orders.pairCancelled' : 'trade.orders.cancelled'), duration: 4_000 });
}

/** `pair` null means all pairs. */
export async function cancelAllOrders(pair: string | null, t: Translate): Promise<void> {
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
  t: Translate,
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
  t: Translate,
): Promise<Result<Order, ApiFailure>> {
  const answer = await changeOrder(id, change, t);
  if (!answer.ok) await complain(answer.failure, t);
  return answer;
}
