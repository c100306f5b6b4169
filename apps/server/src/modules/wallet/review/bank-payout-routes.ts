import { type Confirmation, withdrawalReviewEndpoints } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import { recordStaffAction } from '#modules/audit/index.ts';
import { originOf, requireConfirmation } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { tellWalletChanged } from '../changes.ts';
import { book } from '../withdrawals/book.ts';
import {
  noteBankPayout,
  returnBankPayout,
  settleBankPayout,
  startBankPayout,
} from '../withdrawals/pay-by-bank.ts';
import { findWithdrawal } from '../withdrawals/store.ts';
import { noteIfOwn } from './decide-each.ts';
import { reviewWithdrawal } from './withdrawal-rows.ts';

/** What staff do with a withdrawal that a bank pays. Each step, its fresh code and its entry in the audit log stand together or not at all. */
export function addBankPayoutRoutes(app: App, platform: Platform): void {
  const { bankStart, bankSent, bankBooked, bankReturned } = withdrawalReviewEndpoints;
  const { kysely } = platform.database;

  interface Given {
    readonly id: string;
    readonly operatorId: string;
    readonly reason: string;
    readonly confirmation?: Confirmation | undefined;
    readonly request: FastifyRequest;
    readonly bankTransaction?: string;
  }
  const steps = {
    bank_payout_started: startBankPayout,
    bank_payout_settled: settleBankPayout,
    bank_payout_returned: returnBankPayout,
    bank_payout_sent: noteBankPayout,
  } as const;
  const take = async (action: keyof typeof steps, given: Given) => {
    const { id, operatorId, reason, confirmation, request, bankTransaction = '' } = given;
    const origin = originOf(request);
    // One whose departure the exchange has not heard of yet can take no further step.
    const before = await findWithdrawal(kysely, id);
    if (before && action !== 'bank_payout_started') await book(platform, before);
    const asked = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
    const taken = await requireConfirmation(platform, asked, async (transaction) => {
      const stands = await steps[action](transaction, platform, { id, operatorId, reason, bankTransaction });
      await recordStaffAction(transaction, platform, {
        ...{ action, actorId: operatorId, origin, reason, subjectId: stands.userId },
        ...{ object: `withdrawal:${id}`, before: { stage: before?.status ?? null } },
        after: {
          stage: stands.status,
          ...(action === 'bank_payout_sent' && { bank_transaction: bankTransaction }),
        },
      });
      return stands;
    }).catch(async (error: unknown) => {
      await noteIfOwn(platform, error, { id, operatorId, origin });
      throw error;
    });
    await book(platform, taken);
    await tellWalletChanged(platform, [taken.userId]);
    return reviewWithdrawal(kysely, id);
  };

  for (const [endpoint, action] of [
    [bankStart, 'bank_payout_started'],
    [bankBooked, 'bank_payout_settled'],
    [bankReturned, 'bank_payout_returned'],
  ] as const)
    serveEndpoint(app, endpoint, ({ caller, params: { id }, body, request }) =>
      take(action, { id, operatorId: caller.userId, ...body, request }),
    );
  serveEndpoint(app, bankSent, ({ caller, params: { id }, body, request }) => {
    const { bank_transaction: bankTransaction, ...given } = body;
    return take('bank_payout_sent', { id, operatorId: caller.userId, ...given, bankTransaction, request });
  });
}
