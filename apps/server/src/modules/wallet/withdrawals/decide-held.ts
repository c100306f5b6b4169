import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { callOff } from './call-off.ts';
import { changeWithdrawal, lockWithdrawal } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

interface Decision {
  readonly id: string;
  readonly operatorId: string;
  readonly reason: string;
}

/** @throws Problem transaction_not_found; own_withdrawal; withdrawal_not_held for one that is not held. */
export async function approveHeld(
  { database }: Platform,
  { id, operatorId, reason }: Decision,
): Promise<Withdrawal> {
  return database.kysely.transaction().execute(async (transaction) => {
    const found = await lockWithdrawal(transaction, id);
    requireDecidable(found, operatorId);
    const queued = await changeWithdrawal(transaction, found, {
      status: 'queued',
      waitsFor: 'turn',
      ...{ reason, decidedBy: operatorId },
    });
    if (!queued) throw new Problem('withdrawal_not_held');
    return queued;
  });
}

/** The money goes back to its account. @throws as `approveHeld` */
export async function rejectHeld(platform: Platform, decision: Decision): Promise<Withdrawal> {
  const { id, operatorId, reason } = decision;
  const found = await platform.database.kysely
    .transaction()
    .execute((transaction) => lockWithdrawal(transaction, id));
  requireDecidable(found, operatorId);
  return callOff(platform, { id, reason, status: 'rejected', decidedBy: operatorId });
}

function requireDecidable(found: Withdrawal | undefined, operatorId: string): asserts found is Withdrawal {
  if (!found) throw new Problem('transaction_not_found');
  // Nobody waves their own money through.
  if (found.userId === operatorId || found.recipient === operatorId) throw new Problem('own_withdrawal');
  if (found.status !== 'held') throw new Problem('withdrawal_not_held');
}
