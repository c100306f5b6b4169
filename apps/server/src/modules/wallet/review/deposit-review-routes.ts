import { ChainUnavailable } from '@emporion/chains';
import {
  type Confirmation,
  depositReviewEndpoints,
  type ReviewedDeposit,
  rescanBlocksMax,
} from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { originOf, recordSecurityEvent, requireConfirmation } from '#modules/identity/index.ts';
import { type Network, readNetworks } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { decideDeposit } from '../deposits/decide-deposit.ts';
import { listDeposits } from '../deposits/deposit.ts';
import { AnotherHistory } from '../watch/chain-watch.ts';
import { watcherOf } from '../watch/watcher.ts';
import { creditNeedsTwo } from './credit-deposit.ts';
import { readDepositReview } from './deposit-details.ts';
import { reviewDeposits } from './deposit-rows.ts';
import { listReviewedDeposits } from './list-deposits.ts';

interface Decided {
  readonly operatorId: string;
  readonly reason: string;
  readonly confirmation: Confirmation | undefined;
  readonly request: FastifyRequest;
}

/** What staff do about deposits: a decision, the fresh code that it takes and its entry in the audit log stand together or not at all. */
export function addDepositReviewRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, depositReviewEndpoints.list, ({ query }) => listReviewedDeposits(platform, query));
  serveEndpoint(app, depositReviewEndpoints.read, ({ caller, params: { id } }) =>
    readDepositReview(platform, { id, caller }),
  );

  serveEndpoint(app, depositReviewEndpoints.credit, async ({ caller, params: { id }, body, request }) => {
    const { reason, confirmation } = body;
    return decide(platform, { id, to: undefined, operatorId: caller.userId, reason, confirmation, request });
  });

  serveEndpoint(app, depositReviewEndpoints.take, async ({ caller, params: { id }, body, request }) => {
    const { reason, confirmation } = body;
    return decide(platform, { id, to: null, operatorId: caller.userId, reason, confirmation, request });
  });

  serveEndpoint(app, depositReviewEndpoints.lookAgain, async ({ caller, body, request }) => {
    const { network, hash, reason, confirmation } = body;
    const asked = { operatorId: caller.userId, reason, confirmation, request };
    const event = { event: 'deposit_looked_for', details: { network, hash } };
    return look(platform, { ...asked, ...event, network }, ({ code }) =>
      watcherOf(platform).lookFor(code, hash),
    );
  });

  serveEndpoint(app, depositReviewEndpoints.rescan, async ({ caller, body, request }) => {
    const { network, from, to, reason, confirmation } = body;
    if (to < from || to - from >= rescanBlocksMax)
      throw new Problem('unprocessable_entity', { fields: { to: { code: 'value_invalid' } } });
    const asked = { operatorId: caller.userId, reason, confirmation, request };
    const event = { event: 'deposits_rescanned', details: { network, from, to } };
    return look(platform, { ...asked, ...event, network }, ({ code }) =>
      watcherOf(platform).rescan(code, { from, to }),
    );
  });
}

async function decide(
  platform: Platform,
  { id, to, operatorId, reason, confirmation, request }: Decided & { id: string; to: null | undefined },
): Promise<ReviewedDeposit> {
  const { kysely } = platform.database;
  const origin = originOf(request);
  const action = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
  const networks = await readNetworks(platform);
  const now = platform.clock.now();
  const [held] = await listDeposits(kysely, sql`id = ${id}`);
  if (!held) throw new Problem('transaction_not_found');
  const needsTwo = to !== null && (await creditNeedsTwo(platform, held));
  if (to === undefined && held.userId === null) throw new Problem('second_person_required');
  const finalByChain = watcherOf(platform).finalByChain(held.network);
  const decided = await requireConfirmation(platform, action, async (transaction) => {
    const deposit = await decideDeposit(transaction, networks, {
      id,
      operatorId,
      reason,
      to,
      now,
      finalByChain,
    });
    if (needsTwo) throw new Problem('second_person_required');
    const event = deposit.userId === null ? 'deposit_taken' : 'deposit_credited';
    await recordStaffAction(transaction, platform, {
      ...{ action: event, actorId: operatorId, origin, reason, subjectId: deposit.userId ?? undefined },
      ...{ object: `deposit:${id}`, before: { stage: held.status }, after: { stage: deposit.status } },
    });
    return deposit;
  }).catch(async (error: unknown) => {
    // Who tries is in the audit log, with a transaction of its own: nothing else comes of the call.
    if (error instanceof Problem && error.code === 'own_account')
      await recordSecurityEvent(kysely, {
        ...{ event: 'own_deposit_refused', userId: operatorId, actorId: operatorId, origin },
        details: { deposit: id },
      });
    throw error;
  });
  const network = networks.networks.get(decided.network);
  if (network) await watcherOf(platform).creditBooked(network);
  const [wire] = await reviewDeposits(platform, await listDeposits(kysely, sql`id = ${id}`));
  if (!wire) throw new Problem('transaction_not_found');
  return wire;
}

/** Has a network looked at again. The code is spent before: a look changes nothing that a later one would not. */
async function look(
  platform: Platform,
  asked: Decided & { network: string; event: string; details: Record<string, string | number> },
  work: (network: Network) => Promise<number>,
): Promise<{ found: number }> {
  const { operatorId, confirmation, request, reason, event, details } = asked;
  const network = (await readNetworks(platform)).networks.get(asked.network);
  if (!network) throw new Problem('network_invalid');
  const origin = originOf(request);
  const action = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
  await requireConfirmation(platform, action, (transaction) =>
    recordStaffAction(transaction, platform, {
      ...{ action: event, actorId: operatorId, origin, reason, after: details },
    }),
  );
  try {
    return { found: await work(network) };
  } catch (error) {
    if (error instanceof ChainUnavailable) throw new Problem('node_sync_error');
    if (error instanceof AnotherHistory) throw new Problem('blockchain_error');
    throw error;
  }
}
