import type { approvalPayloads, CardOrderDetails } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod/mini';
import { recordStaffAction } from '#modules/audit/index.ts';
import { findUser, isSamePerson, type Origin, requireConfirmation } from '#modules/identity/index.ts';
import { journalText } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { advanceQuietly } from '../orders/advance.ts';
import { numberOf } from '../orders/move-money.ts';
import { findOrder, lockOrder, type OrderRow, step } from '../orders/order.ts';
import { netOf } from '../orders/order-wire.ts';
import { fiatUnits, showFiat } from '../terms.ts';

type Proposed = z.output<(typeof approvalPayloads)['card_refund']>;
type Confirmation = Parameters<typeof requireConfirmation>[1]['confirmation'];

/** @throws Problem transaction_not_found, card_payment_not_refundable. */
function requireRefundable(order: OrderRow | undefined): OrderRow {
  if (!order) throw new Problem('transaction_not_found');
  if (!isRefundable(order)) throw new Problem('card_payment_not_refundable');
  return order;
}

export function isRefundable({ side, stage, reversal }: OrderRow): boolean {
  return side === 'buy' && stage === 'completed' && reversal === null;
}

/** What two people are asked to refund. @throws Problem transaction_not_found. */
export async function describeRefund(db: QueryExecutorProvider, id: string): Promise<Proposed> {
  const order = await findOrder(db, id);
  if (!order) throw new Problem('transaction_not_found');
  const { userId: user, currency, amount, system } = order;
  return { order: id, user, currency, amount: amount ?? '0', pay_system: system };
}

/**
 * Whether a purchase could be refunded now: a refund takes what was credited, so the account must have so much free.
 *
 * @throws Problem transaction_not_found, card_payment_not_refundable, card_refund_not_covered.
 */
export async function checkRefund({ database, view }: Platform, id: string): Promise<void> {
  const order = requireRefundable(await findOrder(database.kysely, id));
  const free = await view.read(({ ledger }) => ledger.available(order.userId, order.currency));
  if (free < fiatUnits(netOf(order) ?? '0')) throw notCovered(order);
}

/** The same, to be shown before anybody is asked. */
export async function readCover(
  { database, view }: Platform,
  order: OrderRow,
): Promise<CardOrderDetails['refund']> {
  if (!isRefundable(order)) return null;
  const needed = netOf(order) ?? '0';
  const free = await view.read(({ ledger }) => ledger.available(order.userId, order.currency));
  const account = (await findUser(database.kysely, order.userId))?.status ?? 'closed';
  return { needed, free: showFiat(free), covered: free >= fiatUnits(needed), account };
}

function notCovered(order: OrderRow): Problem {
  return new Problem('card_refund_not_covered', {
    params: { amount: netOf(order) ?? '0', currency: order.currency },
  });
}

/** Gives a refund its number, in the transaction of whoever decided it. @throws Problem transaction_not_found, card_payment_not_refundable. */
export async function beginRefund(
  transaction: QueryExecutorProvider,
  { clock }: Platform,
  { id, operatorId, reason }: { id: string; operatorId: string; reason: string },
): Promise<void> {
  const order = requireRefundable(await lockOrder(transaction, id));
  const number = await numberOf(transaction, { order, kind: 'refund', eachTime: 'refunding' });
  // The journal takes one line.
  const line = journalText(reason);
  const set = sql`reversal_booking = ${number}, refunded_by = ${operatorId}, refund_reason = ${line}`;
  await step(transaction, { id, from: 'completed', to: 'refunding', now: clock.now(), set });
}

/** As for credits: what is worth much takes two people. */
export async function takesTwo(db: QueryExecutorProvider, value: string): Promise<boolean> {
  const { rows } = await sql<{ isAbove: boolean }>`
    select ${value}::numeric > credit_two_people_above as "isAbove" from treasury_policy
  `.execute(db);
  return rows[0]?.isAbove ?? true;
}

/**
 * Refunds a purchase by the word of one person. The decision, the fresh code and the entry in the audit log stand together or not at all.
 *
 * @throws Problem second_person_required, own_account, those of `checkRefund`, and those of `requireConfirmation`.
 */
export async function refundNow(
  platform: Platform,
  {
    id,
    operatorId,
    origin,
    reason,
    confirmation,
  }: { id: string; operatorId: string; origin: Origin; reason: string; confirmation: Confirmation },
): Promise<void> {
  const { kysely } = platform.database;
  await checkRefund(platform, id);
  const order = requireRefundable(await findOrder(kysely, id));
  if (await isSamePerson(kysely, { userId: operatorId, others: [order.userId] }))
    throw new Problem('own_account');
  if (await takesTwo(kysely, order.value)) throw new Problem('second_person_required');
  const action = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
  await requireConfirmation(platform, action, async (transaction) => {
    await beginRefund(transaction, platform, { id, operatorId, reason });
    const { userId: subjectId, amount, currency } = order;
    await recordStaffAction(transaction, platform, {
      ...{ action: 'card_payment_refunded', actorId: operatorId, origin, reason, subjectId },
      ...{ object: `card_order:${id}`, before: { stage: 'completed' } },
      after: { stage: 'refunding', amount: amount ?? '0', currency },
    });
  });
  await advanceQuietly(platform, id);
  // Its owner was quicker. One that the acquirer would not return is completed again too, and its timeline says so.
  const after = await findOrder(kysely, id);
  if (after?.stage === 'completed' && after.refundedBy === null) throw notCovered(after);
}
