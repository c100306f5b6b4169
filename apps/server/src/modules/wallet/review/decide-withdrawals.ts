import { type QueryExecutorProvider, sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import type { Origin } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { lockStoppable } from '../withdrawals/call-off.ts';
import { approveHeld, rejectHeld, requireOther } from '../withdrawals/decide-held.ts';
import { requireOwnerFree } from '../withdrawals/require-owner-free.ts';
import { requirePayable } from '../withdrawals/require-payable.ts';
import { changeWithdrawal, findWithdrawal, lockWithdrawal } from '../withdrawals/store.ts';
import { tellOwner } from '../withdrawals/tell-owner.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';

interface Decision {
  readonly id: string;
  readonly operatorId: string;
  readonly reason: string;
}

export type HeldDecision = 'approve' | 'reject' | 'hold' | 'release';

/** As `approveHeld`, for what one person may let go. @throws Problem also second_person_required. */
async function approveAlone(
  transaction: QueryExecutorProvider,
  decision: Decision,
  platform: Platform,
): Promise<Withdrawal> {
  const approved = await approveHeld(transaction, decision, platform);
  if (await needsSecondPerson(transaction, approved)) throw new Problem('second_person_required');
  return approved;
}

async function needsSecondPerson(
  db: QueryExecutorProvider,
  { value }: Pick<Withdrawal, 'value'>,
): Promise<boolean> {
  const { rows } = await sql<{ needsTwo: boolean }>`
    select coalesce(${value}::numeric > payout_two_people_above, true) as "needsTwo" from treasury_policy
  `.execute(db);
  return rows[0]?.needsTwo ?? true;
}

/**
 * Takes a withdrawal out of the queue until somebody releases or decides on it. What the signer was asked for goes on.
 *
 * @throws Problem transaction_not_found, own_withdrawal, withdrawal_not_queued.
 */
async function hold(transaction: QueryExecutorProvider, { id, operatorId }: Decision): Promise<Withdrawal> {
  const found = await requireOther(transaction, await lockStoppable(transaction, id), operatorId);
  const isWaiting = found.status === 'queued' || found.status === 'built';
  const isAtRest = found.books === 'held' || found.books === 'in_flight';
  if (!isWaiting || !found.isStoppable || !isAtRest) throw new Problem('withdrawal_not_queued');
  const held = await changeWithdrawal(transaction, found, {
    ...{ status: 'held', holdReason: 'staff', waitsFor: null, payoutId: null },
  });
  if (!held) throw new Problem('withdrawal_not_queued');
  return held;
}

/**
 * Puts back what staff held, which had been let go before. What the rules held is approved, with all that this takes.
 *
 * @throws Problem transaction_not_found, own_withdrawal, withdrawal_not_held, owner_payouts_frozen, owner_unproved, address_not_saved.
 */
async function release(
  transaction: QueryExecutorProvider,
  { id, operatorId }: Decision,
  platform: Platform,
): Promise<Withdrawal> {
  const found = await requireOther(transaction, await lockWithdrawal(transaction, id), operatorId);
  const { rows } = await sql`
    select from withdrawals where id = ${id} and status = 'held' and hold_reason = 'staff'
  `.execute(transaction);
  if (rows.length === 0) throw new Problem('withdrawal_not_held');
  await requireOwnerFree(transaction, platform, found.userId);
  await requirePayable(transaction, found, platform.clock.now());
  const queued = await changeWithdrawal(transaction, found, { status: 'queued', waitsFor: 'turn' });
  if (!queued) throw new Problem('withdrawal_not_held');
  return queued;
}

const ways = {
  approve: { decide: approveAlone, action: 'withdrawal_approved' },
  reject: { decide: rejectHeld, action: 'withdrawal_rejected' },
  hold: { decide: hold, action: 'withdrawal_put_on_hold' },
  release: { decide: release, action: 'withdrawal_released' },
} as const;

/** The decision, what its owner is told of it and its entry in the audit log, in one transaction. @throws Problem as each of the decisions does. */
export async function decideWithdrawal(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { decision, origin, ...given }: Decision & { decision: HeldDecision; origin: Origin },
): Promise<Withdrawal> {
  const { id, operatorId, reason } = given;
  const { decide, action } = ways[decision];
  const before = await findWithdrawal(transaction, id);
  const stands = await decide(transaction, given, platform);
  if (stands.status === 'rejected')
    await tellOwner(transaction, platform, { withdrawal: stands, event: 'rejected' });
  await recordStaffAction(transaction, platform, {
    ...{ action, actorId: operatorId, origin, reason, subjectId: stands.userId },
    ...{ object: `withdrawal:${id}`, before: { stage: before?.status ?? null } },
    after: { stage: stands.status },
  });
  return stands;
}
