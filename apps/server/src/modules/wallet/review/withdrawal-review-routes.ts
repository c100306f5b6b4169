import { type Confirmation, withdrawalReviewEndpoints } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { type Origin, originOf, requireConfirmation } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { book } from '../withdrawals/book.ts';
import { bookDeparture } from '../withdrawals/call-off.ts';
import { callOffAny } from '../withdrawals/decide-held.ts';
import { findPayment, takeOver } from '../withdrawals/paid-elsewhere.ts';
import { findWithdrawal } from '../withdrawals/store.ts';
import { tellOwner } from '../withdrawals/tell-owner.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import { decideEach, noteIfOwn } from './decide-each.ts';
import { decideWithdrawal } from './decide-withdrawals.ts';
import { bump, requireOpenTransaction, sendAgain } from './hurry-payout.ts';
import { listWithdrawals, readQueue } from './list-withdrawals.ts';
import { readWithdrawalReview } from './withdrawal-details.ts';
import { reviewWithdrawal } from './withdrawal-rows.ts';

interface Asked {
  readonly id: string;
  readonly operatorId: string;
  readonly origin: Origin;
  readonly reason: string;
  readonly confirmation: Confirmation | undefined;
}

/** What staff see of withdrawals and decide on: a decision, the fresh code that it takes and its entry in the audit log stand together or not at all. */
export function addWithdrawalReviewRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;

  serveEndpoint(app, withdrawalReviewEndpoints.list, ({ query }) => listWithdrawals(kysely, query));
  serveEndpoint(app, withdrawalReviewEndpoints.queue, () => readQueue(kysely));
  serveEndpoint(app, withdrawalReviewEndpoints.read, ({ caller, params: { id } }) =>
    readWithdrawalReview(platform, { id, caller }),
  );

  const { approve, reject, hold, release } = withdrawalReviewEndpoints;
  for (const [endpoint, decision] of [
    [approve, 'approve'],
    [reject, 'reject'],
    [hold, 'hold'],
    [release, 'release'],
  ] as const) {
    serveEndpoint(app, endpoint, async ({ caller, params: { id }, body, request }) => {
      const asked = askedBy(caller.userId, { id, ...body, request });
      if (decision === 'hold') await bookDeparture(platform, id);
      const decided = await confirmed(platform, asked, (transaction) =>
        decideWithdrawal(transaction, platform, { ...asked, decision }),
      );
      await book(platform, decided);
      return reviewWithdrawal(kysely, id);
    });
  }

  serveEndpoint(app, withdrawalReviewEndpoints.decide, async ({ caller, body, request }) => {
    const { ids, decision, ...given } = body;
    const asked = askedBy(caller.userId, { id: '', ...given, request });
    const each = [...new Set(ids)];
    await confirmed(platform, asked, (transaction) =>
      recordStaffAction(transaction, platform, {
        ...{ action: 'withdrawals_decided', actorId: asked.operatorId, origin: asked.origin },
        ...{ reason: asked.reason, after: { decision, withdrawals: each } },
      }),
    );
    return { results: await decideEach(platform, { ...asked, ids: each }, decision) };
  });

  serveEndpoint(app, withdrawalReviewEndpoints.callOff, async ({ caller, params: { id }, body, request }) => {
    const asked = askedBy(caller.userId, { id, ...body, request });
    await bookDeparture(platform, id);
    const decided = await confirmed(platform, asked, (transaction) =>
      callOffBy(transaction, platform, asked),
    );
    await book(platform, decided);
    return reviewWithdrawal(kysely, id);
  });

  serveEndpoint(app, withdrawalReviewEndpoints.paid, async ({ caller, params: { id }, body, request }) => {
    const { hash, ...given } = body;
    const asked = askedBy(caller.userId, { id, ...given, request });
    const { operatorId, origin, reason } = asked;
    await bookDeparture(platform, id);
    const found = await findPayment(platform, { id, hash, operatorId }).catch(async (error: unknown) => {
      await noteIfOwn(platform, error, asked);
      throw error;
    });
    await confirmed(platform, asked, async (transaction) => {
      await takeOver(transaction, { found, operatorId, reason });
      for (const { withdrawal } of found.paid)
        await recordStaffAction(transaction, platform, {
          ...{ action: 'withdrawal_paid', actorId: operatorId, origin, reason, subjectId: withdrawal.userId },
          ...{ object: `withdrawal:${withdrawal.id}`, before: { stage: withdrawal.status }, after: { hash } },
        });
    });
    return reviewWithdrawal(kysely, id);
  });

  addStuckRoutes(app, platform);
}

/** What can be done about a transaction that no block has taken. */
function addStuckRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;
  const hurry = (asked: Asked, action: 'payout_bumped' | 'payout_sent_again') =>
    confirmed(platform, asked, async (transaction) => {
      const { id, operatorId, origin, reason } = asked;
      const found = await requireOpenTransaction(transaction, { id, operatorId });
      if (action === 'payout_bumped') await bump(transaction, found);
      await recordStaffAction(transaction, platform, {
        ...{ action, actorId: operatorId, origin, reason },
        ...{ object: `withdrawal:${id}`, after: { hash: found.hash } },
      });
      return found;
    });

  serveEndpoint(app, withdrawalReviewEndpoints.bump, async ({ caller, params: { id }, body, request }) => {
    await hurry(askedBy(caller.userId, { id, ...body, request }), 'payout_bumped');
    return reviewWithdrawal(kysely, id);
  });

  serveEndpoint(
    app,
    withdrawalReviewEndpoints.sendAgain,
    async ({ caller, params: { id }, body, request }) => {
      const found = await hurry(askedBy(caller.userId, { id, ...body, request }), 'payout_sent_again');
      await sendAgain(platform, found);
      return reviewWithdrawal(kysely, id);
    },
  );
}

function askedBy(
  operatorId: string,
  {
    id,
    reason,
    confirmation,
    request,
  }: { id: string; reason: string; confirmation?: Confirmation | undefined; request: FastifyRequest },
): Asked {
  return { id, operatorId, origin: originOf(request), reason, confirmation };
}

/** Who tries with their own is in the log, with a transaction of its own: nothing else comes of the call. */
async function confirmed<Value>(
  platform: Platform,
  { id, operatorId, origin, confirmation }: Asked,
  work: (transaction: Transaction<unknown>) => Promise<Value>,
): Promise<Value> {
  try {
    const action = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
    return await requireConfirmation(platform, action, work);
  } catch (error) {
    await noteIfOwn(platform, error, { id, operatorId, origin });
    throw error;
  }
}

async function callOffBy(
  transaction: Transaction<unknown>,
  platform: Platform,
  { id, operatorId, origin, reason }: Asked,
): Promise<Withdrawal> {
  const before = await findWithdrawal(transaction, id);
  const stands = await callOffAny(transaction, { id, operatorId, reason });
  if (stands.status === 'rejected')
    await tellOwner(transaction, platform, { withdrawal: stands, event: 'rejected' });
  await recordStaffAction(transaction, platform, {
    ...{ action: 'withdrawal_called_off', actorId: operatorId, origin, reason, subjectId: stands.userId },
    ...{ object: `withdrawal:${id}`, before: { stage: before?.status ?? null } },
    after: { stage: stands.status },
  });
  return stands;
}
