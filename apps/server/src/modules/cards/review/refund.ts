import type { approvalPayloads, CardOrderDetails } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod/mini';
import { recordStaffAction } from '#modules/audit/index.ts';
import { findUser, isSamePerson, type Origin, requireConfirmation } from '#modules/identity/index.ts';
import { journalText } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { advanceQuietly } from '../orders/advance.ts';
import { findOrder, lockOrder, type OrderRow, step } from '../orders/order.ts';
import { isToReturn } from '../orders/reversal-steps.ts';
import { leftOf, mostOf, neededOf, openNext } from '../orders/reversals.ts';
import { fiatUnits, showFiat } from '../terms.ts';

type Proposed = z.output<(typeof approvalPayloads)['card_refund']>;
type Confirmation = Parameters<typeof requireConfirmation>[1]['confirmation'];

/** Without an amount all that is left. */
interface Wanted {
  readonly id: string;
  readonly amount?: string | undefined;
}

/** @throws Problem transaction_not_found, card_payment_not_refundable, amount_too_small, amount_too_large. */
function requireRefundable(
  order: OrderRow | undefined,
  { amount }: Pick<Wanted, 'amount'>,
): { readonly order: OrderRow; readonly units: bigint } {
  if (!order) throw new Problem('transaction_not_found');
  if (!isRefundable(order)) throw new Problem('card_payment_not_refundable');
  const left = leftOf(order);
  const units = amount === undefined ? left : fiatUnits(amount);
  if (units <= 0n) throw new Problem('amount_too_small', { params: { min: `0.01 ${order.currency}` } });
  if (units > left)
    throw new Problem('amount_too_large', { params: { max: `${showFiat(left)} ${order.currency}` } });
  return { order, units };
}

export function isRefundable(order: OrderRow): boolean {
  return order.side === 'buy' && order.stage === 'completed' && !isToReturn(order) && leftOf(order) > 0n;
}

/** What two people are asked to refund. @throws Problem transaction_not_found. */
export async function describeRefund(db: QueryExecutorProvider, { id, amount }: Wanted): Promise<Proposed> {
  const order = await findOrder(db, id);
  if (!order) throw new Problem('transaction_not_found');
  const { userId: user, currency, system } = order;
  return { order: id, user, currency, amount: amount ?? showFiat(leftOf(order)), pay_system: system };
}

/**
 * Whether a purchase, or a part of it, could be refunded now: a refund takes what was credited for it, so the account must have so much free.
 *
 * @throws Problem card_refund_not_covered, and those of `requireRefundable`.
 */
export async function checkRefund({ database, view }: Platform, wanted: Wanted): Promise<void> {
  const { order, units } = requireRefundable(await findOrder(database.kysely, wanted.id), wanted);
  const free = await view.read(({ ledger }) => ledger.available(order.userId, order.currency));
  if (free < neededOf(order, units)) throw notCovered(order, units);
}

/** The same, to be shown before anybody is asked. */
export async function readCover(
  { database, view }: Platform,
  order: OrderRow,
): Promise<CardOrderDetails['refund']> {
  if (!isRefundable(order)) return null;
  const left = leftOf(order);
  const free = await view.read(({ ledger }) => ledger.available(order.userId, order.currency));
  const account = (await findUser(database.kysely, order.userId))?.status ?? 'closed';
  const needed = neededOf(order, left);
  return {
    ...{ left: showFiat(left), needed: showFiat(needed), free: showFiat(free), covered: free >= needed },
    ...{ most: showFiat(mostOf(order, free)), account },
    alone_up_to: showFiat(await aloneUpTo(database.kysely, order)),
  };
}

function notCovered(order: OrderRow, units: bigint): Problem {
  return new Problem('card_refund_not_covered', {
    params: { amount: showFiat(neededOf(order, units)), currency: order.currency },
  });
}

/** Whoever decides it, and under which id: asked for again under the same, it is the same. */
interface Decided extends Wanted {
  readonly operatorId: string;
  readonly reason: string;
  readonly clientId: string;
}

/** Gives a refund its number, in the transaction of whoever decided it. @throws Problem as `requireRefundable`. */
export async function beginRefund(
  transaction: QueryExecutorProvider,
  { clock }: Platform,
  { id, amount, operatorId, reason, clientId }: Decided,
): Promise<void> {
  const { order, units } = requireRefundable(await lockOrder(transaction, id), { amount });
  const now = clock.now();
  await openNext(transaction, order, {
    ...{ kind: 'refund', amount: units, movement: 'refund', now },
    // The journal takes one line.
    by: { operatorId, clientId, reason: journalText(reason) },
  });
  await step(transaction, { id, from: 'completed', to: 'refunding', now });
}

/** How much one person may refund now, in hundredths: what is worth much takes two, as for credits, and so does what comes to much in parts. */
export async function aloneUpTo(db: QueryExecutorProvider, order: OrderRow): Promise<bigint> {
  const { rows } = await sql<{ most: string }>`
    select case when ${order.value}::numeric <= credit_two_people_above then ${order.amount}::numeric
      else trunc(${order.amount}::numeric * credit_two_people_above / ${order.value}::numeric, 2) end::text as most
    from treasury_policy
  `.execute(db);
  const most = fiatUnits(rows[0]?.most ?? '0') - fiatUnits(order.returned);
  const left = leftOf(order);
  if (most >= left) return left;
  return most > 0n ? most : 0n;
}

/** @throws Problem second_person_required. */
async function requireAlone(
  db: QueryExecutorProvider,
  { order, units }: ReturnType<typeof requireRefundable>,
): Promise<void> {
  if (units > (await aloneUpTo(db, order))) throw new Problem('second_person_required');
}

/**
 * Refunds a purchase or a part of it by the word of one person. The decision, the fresh code and the entry in the audit log stand together or not at all.
 *
 * @throws Problem second_person_required, own_account, those of `checkRefund`, and those of `requireConfirmation`.
 */
export async function refundNow(
  platform: Platform,
  { origin, confirmation, ...decided }: Decided & { origin: Origin; confirmation: Confirmation },
): Promise<void> {
  const { kysely } = platform.database;
  const { id, operatorId, reason, clientId } = decided;
  const known = await findOrder(kysely, id);
  if (known?.reversals.some((each) => each.clientId === clientId)) return;
  await checkRefund(platform, decided);
  const { order, units } = requireRefundable(known, decided);
  if (await isSamePerson(kysely, { userId: operatorId, others: [order.userId] }))
    throw new Problem('own_account');
  await requireAlone(kysely, { order, units });
  const action = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
  const amount = showFiat(units);
  await requireConfirmation(platform, action, async (transaction) => {
    // What others have refunded by now counts: the order is locked from here on.
    const locked = await lockOrder(transaction, id);
    // It came twice, and the other one was quicker.
    if (locked?.reversals.some((each) => each.clientId === clientId)) return;
    await requireAlone(transaction, requireRefundable(locked, { amount }));
    await beginRefund(transaction, platform, { ...decided, amount });
    const { userId: subjectId, currency } = order;
    await recordStaffAction(transaction, platform, {
      ...{ action: 'card_payment_refunded', actorId: operatorId, origin, reason, subjectId },
      ...{ object: `card_order:${id}`, before: { stage: 'completed' } },
      after: { stage: 'refunding', amount, currency },
    });
  });
  await advanceQuietly(platform, id);
  // Its owner was quicker. One that the acquirer would not return is completed again too, and its list says so.
  const after = await findOrder(kysely, id);
  const own = after?.reversals.find((each) => each.clientId === clientId);
  if (after && own?.state === 'uncovered') throw notCovered(after, units);
}
