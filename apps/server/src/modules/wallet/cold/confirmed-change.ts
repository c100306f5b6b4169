import type { Confirmation } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { originOf, requireConfirmation } from '#modules/identity/index.ts';
import type { Platform } from '#platform/platform.ts';

/** What an operator does, and why. */
export interface Change {
  readonly operatorId: string;
  readonly request: FastifyRequest;
  readonly reason: string;
  readonly confirmation?: Confirmation | undefined;
  readonly event: string;
  /** What it is done to. */
  readonly object?: string;
  readonly before?: Readonly<Record<string, string | null>>;
  readonly details: Readonly<Record<string, string | null>>;
}

/** The change, the fresh code that it takes and its entry in the audit log stand together or not at all. */
export function confirmed<Value>(
  platform: Platform,
  { operatorId, request, reason, confirmation, event, object, before, details }: Change,
  work: (transaction: Transaction<unknown>) => Promise<Value>,
): Promise<Value> {
  const origin = originOf(request);
  const action = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
  return requireConfirmation(platform, action, async (transaction) => {
    const done = await work(transaction);
    await recordStaffAction(transaction, platform, {
      ...{ action: event, actorId: operatorId, origin, reason, object, before, after: details },
    });
    return done;
  });
}
