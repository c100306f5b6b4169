import { type ReviewedWithdrawal, withdrawalReviewEndpoints } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import {
  findUser,
  type Origin,
  originOf,
  recordSecurityEvent,
  requireConfirmation,
} from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { book } from './book.ts';
import { bookDeparture } from './call-off.ts';
import { approveHeld, callOffAny, rejectHeld } from './decide-held.ts';
import { findPayment, takeOver } from './paid-elsewhere.ts';
import { findWithdrawal, listOfStage } from './store.ts';
import { tellOwner } from './tell-owner.ts';
import type { Withdrawal } from './withdrawal.ts';
import { withdrawalOnWire } from './withdrawal-wire.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What staff decide on: the decision, the fresh code that it takes and its entry in the audit log stand together or not at all. */
export function addReviewRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;

  /** Who tries with their own is in the audit log, with a transaction of its own: nothing else comes of the call. */
  const noteIfOwn =
    ({ operatorId, origin, id }: { operatorId: string; origin: Origin; id: string }) =>
    async (error: unknown): Promise<never> => {
      if (error instanceof Problem && error.code === 'own_withdrawal')
        await recordSecurityEvent(kysely, {
          ...{ event: 'own_withdrawal_refused', userId: operatorId, actorId: operatorId, origin },
          details: { withdrawal: id },
        });
      throw error;
    };

  serveEndpoint(app, withdrawalReviewEndpoints.list, async ({ query: { status, limit, offset, cursor } }) => {
    const after = cursor !== undefined && uuid.test(cursor) ? cursor : undefined;
    const found = await listOfStage(kysely, { status, limit: limit + 1, offset, after });
    const shown = found.slice(0, limit);
    const results = await Promise.all(shown.map((withdrawal) => reviewedOnWire(kysely, withdrawal)));
    return { results, next: found.length > limit ? (shown.at(-1)?.id ?? null) : null };
  });

  serveEndpoint(app, withdrawalReviewEndpoints.paid, async ({ caller, params: { id }, body, request }) => {
    const { reason, confirmation, hash } = body;
    const operatorId = caller.userId;
    const origin = originOf(request);
    await bookDeparture(platform, id);
    const noted = noteIfOwn({ operatorId, origin, id });
    const found = await findPayment(platform, { id, hash, operatorId }).catch(noted);
    const action = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
    const taken = await requireConfirmation(platform, action, async (transaction) => {
      const stands = await takeOver(transaction, { found, operatorId, reason });
      for (const { withdrawal } of found.paid)
        await recordStaffAction(transaction, platform, {
          ...{ action: 'withdrawal_paid', actorId: operatorId, origin, reason, subjectId: withdrawal.userId },
          ...{ object: `withdrawal:${withdrawal.id}`, before: { stage: withdrawal.status }, after: { hash } },
        });
      return stands;
    }).catch(noted);
    return reviewedOnWire(kysely, taken);
  });

  const { approve, reject, callOff } = withdrawalReviewEndpoints;
  for (const [endpoint, { decide, event }] of [
    [approve, { decide: approveHeld, event: 'withdrawal_approved' }],
    [reject, { decide: rejectHeld, event: 'withdrawal_rejected' }],
    [callOff, { decide: callOffAny, event: 'withdrawal_called_off' }],
  ] as const) {
    serveEndpoint(app, endpoint, async ({ caller, params: { id }, body, request }) => {
      const { reason, confirmation } = body;
      const operatorId = caller.userId;
      const origin = originOf(request);
      if (endpoint === callOff) await bookDeparture(platform, id);
      const decided = await requireConfirmation(
        platform,
        { userId: operatorId, action: 'back_office', confirmation, origin },
        async (transaction) => {
          const before = await findWithdrawal(transaction, id);
          const stands = await decide(transaction, { id, operatorId, reason }, platform);
          if (stands.status === 'rejected')
            await tellOwner(transaction, platform, { withdrawal: stands, event: 'rejected' });
          await recordStaffAction(transaction, platform, {
            ...{ action: event, actorId: operatorId, origin, reason, subjectId: stands.userId },
            ...{ object: `withdrawal:${id}`, before: { stage: before?.status ?? null } },
            after: { stage: stands.status },
          });
          return stands;
        },
      ).catch(noteIfOwn({ operatorId, origin, id }));
      return reviewedOnWire(kysely, await book(platform, decided));
    });
  }
}

interface Reviewed {
  readonly holdReason: string | null;
  readonly isApproved: boolean;
  /** Null: nobody has decided. */
  readonly decidedBy: string | null;
  readonly decidedAt: Date;
  readonly decisionReason: string;
  readonly isCalledOff: boolean;
}

async function reviewedOnWire(db: QueryExecutorProvider, seen: Withdrawal): Promise<ReviewedWithdrawal> {
  const withdrawal = (await findWithdrawal(db, seen.id)) ?? seen;
  const user = await findUser(db, withdrawal.userId);
  if (!user) throw new Problem('transaction_not_found');
  const { rows } = await sql<Reviewed>`
    select hold_reason as "holdReason", is_approved as "isApproved", decided_by as "decidedBy", decided_at as "decidedAt",
      decision_reason as "decisionReason", exists (
        select from payouts join payouts variant using (root)
        where payouts.id = payout_id and variant.cancel_reason is not null
      ) as "isCalledOff"
    from withdrawals where id = ${withdrawal.id}
  `.execute(db);
  const [reviewed] = rows;
  const holdReason = reviewed?.holdReason ?? null;
  const holdReasons = {
    large_amount: 'amount',
    unknown_value: 'amount',
    new_device: 'new_device',
    velocity: 'velocity',
    signed_before: 'signed_before',
  } as const;
  const known =
    holdReason !== null && holdReason in holdReasons
      ? holdReasons[holdReason as keyof typeof holdReasons]
      : undefined;
  return {
    ...(await withdrawalOnWire(db, withdrawal)),
    user: { id: user.id, username: user.username },
    hold_reasons: known === undefined ? [] : [known],
    held_since: withdrawal.status === 'held' ? withdrawal.updatedAt.toISOString() : null,
    value: withdrawal.value,
    called_off: reviewed?.isCalledOff ?? false,
    decision:
      !reviewed || reviewed.decidedBy === null
        ? null
        : {
            ...{ approved: reviewed.isApproved, by: reviewed.decidedBy, reason: reviewed.decisionReason },
            time: reviewed.decidedAt.toISOString(),
          },
  };
}
