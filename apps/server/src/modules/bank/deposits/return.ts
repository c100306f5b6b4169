import type { BankArrival, Confirmation } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { isSamePerson, type Origin, requireConfirmation } from '#modules/identity/index.ts';
import { tellWalletChanged } from '#modules/wallet/index.ts';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { arrivalOnWire, findArrival } from './arrival.ts';

/**
 * Money that waits goes back to where it came from. It was never booked, so no balance changes; whoever announced it sees it as cancelled.
 *
 * @throws Problem transaction_not_found, deposit_not_held, own_account, and those of `requireConfirmation`.
 */
export async function returnArrival(
  platform: Platform,
  asked: {
    readonly id: string;
    readonly caller: Caller;
    readonly origin: Origin;
    readonly reason: string;
    readonly confirmation?: Confirmation | undefined;
  },
): Promise<BankArrival> {
  const { id, caller, origin, reason, confirmation } = asked;
  const { userId: operatorId } = caller;
  const action = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
  const userId = await requireConfirmation(platform, action, async (transaction) => {
    const found = await findArrival(transaction, id);
    if (!found) throw new Problem('transaction_not_found');
    if (await isSamePerson(transaction, { userId: operatorId, others: [found.userId] }))
      throw new Problem('own_account');
    const { rows } = await sql`
      update bank_arrivals set stage = 'returned' where id = ${id} and stage = 'waiting' returning id
    `.execute(transaction);
    if (rows.length === 0) throw new Problem('deposit_not_held');
    await recordStaffAction(transaction, platform, {
      ...{ action: 'bank_arrival_returned', actorId: operatorId, origin, reason },
      ...{ subjectId: found.userId ?? undefined, object: `bank_arrival:${id}` },
      before: { stage: 'waiting' },
      after: { stage: 'returned', currency: found.currency, amount: found.amount },
    });
    return found.userId;
  });
  if (userId !== null) await tellWalletChanged(platform, [userId]);
  const arrival = await findArrival(platform.database.kysely, id);
  if (!arrival) throw new Error('What was recorded is gone.');
  return arrivalOnWire(arrival, caller);
}
