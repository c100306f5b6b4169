import type { Confirmation } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { originOf, requireConfirmation } from '#modules/identity/index.ts';
import type { Platform } from '#platform/platform.ts';
import { recordStaffAction, type StaffAction } from './record-action.ts';

/** What every call that changes something has. */
export interface StaffCall {
  readonly caller: { readonly userId: string };
  readonly body: { readonly reason: string; readonly confirmation?: Confirmation | undefined };
  readonly request: FastifyRequest;
}

type Recorded = Omit<StaffAction, 'actorId' | 'origin' | 'reason'>;

/** Makes a change in the transaction that spends the fresh code and writes the audit log. What the exchange is asked for comes after it, so that nothing is done of which no row tells. */
export async function makeStaffChange(
  platform: Platform,
  { caller, body: { reason, confirmation }, request }: StaffCall,
  change: (transaction: Transaction<unknown>) => Promise<Recorded>,
): Promise<void> {
  const origin = originOf(request);
  const action = { userId: caller.userId, action: 'back_office', confirmation, origin } as const;
  await requireConfirmation(platform, action, async (transaction) => {
    const recorded = await change(transaction);
    await recordStaffAction(transaction, platform, { ...recorded, actorId: caller.userId, origin, reason });
  });
}
