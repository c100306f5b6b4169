import { ChainUnavailable } from '@emporion/chains';
import {
  type Confirmation,
  depositReviewEndpoints,
  type ReviewedDeposit,
  rescanBlocksMax,
} from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { originOf, recordSecurityEvent, requireConfirmation } from '#modules/identity/index.ts';
import { type Network, readNetworks } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { findRecipient } from '../transfers/resolve-recipient.ts';
import { AnotherHistory } from '../watch/chain-watch.ts';
import { watcherOf } from '../watch/watcher.ts';
import { decideDeposit } from './decide-deposit.ts';
import { type Deposit, listDeposits } from './deposit.ts';
import { readHeights } from './deposit-wire.ts';

interface Decided {
  readonly operatorId: string;
  readonly reason: string;
  readonly confirmation: Confirmation | undefined;
  readonly request: FastifyRequest;
}

/** What staff do about deposits: a decision, the fresh code that it takes and its entry in the audit log stand together or not at all. */
export function addDepositReviewRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;

  serveEndpoint(app, depositReviewEndpoints.list, async ({ query }) => {
    const { status, reason, network, currency, limit, offset, cursor } = query;
    const after = readCursor(cursor);
    const conditions: (RawBuilder<unknown> | undefined)[] = [
      sql`status = ${status}`,
      reason === undefined ? undefined : sql`reason = ${reason}`,
      network === undefined ? undefined : sql`network = ${network}`,
      currency === undefined ? undefined : sql`coin = ${currency}`,
      after && sql`(seen_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`,
    ];
    const where = sql.join(
      conditions.filter((each) => each !== undefined),
      sql` and `,
    );
    const found = await listDeposits(
      kysely,
      sql`${where} order by seen_at, id limit ${limit + 1} offset ${offset}`,
    );
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      results: await reviewedOnWire(platform, shown),
      next: found.length > limit && last ? writeCursor({ createdAt: last.seenAt, id: last.id }) : null,
    };
  });

  serveEndpoint(app, depositReviewEndpoints.credit, async ({ caller, params: { id }, body, request }) => {
    const { user, reason, confirmation } = body;
    const named = user === undefined ? undefined : await findRecipient(kysely, user);
    if (user !== undefined && named === undefined)
      throw new Problem('account_not_found', { fields: { user: { code: 'account_not_found' } } });
    const decided = { operatorId: caller.userId, reason, confirmation, request };
    return decide(platform, { id, to: named, ...decided });
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
  {
    id,
    to,
    operatorId,
    reason,
    confirmation,
    request,
  }: Decided & { id: string; to: string | null | undefined },
): Promise<ReviewedDeposit> {
  const { kysely } = platform.database;
  const origin = originOf(request);
  const action = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
  const networks = await readNetworks(platform);
  const now = platform.clock.now();
  const [held] = await listDeposits(kysely, sql`id = ${id}`);
  if (!held) throw new Problem('transaction_not_found');
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
  const [wire] = await reviewedOnWire(platform, await listDeposits(kysely, sql`id = ${id}`));
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

async function reviewedOnWire(platform: Platform, deposits: readonly Deposit[]): Promise<ReviewedDeposit[]> {
  const { kysely } = platform.database;
  const { networks, coins } = await readNetworks(platform);
  const heights = await readHeights(kysely);
  const names = await readNames(platform, deposits);
  return deposits.map((deposit) => {
    const { id, network, coin, contract, userId, blockHeight, decidedBy, decidedAt } = deposit;
    const listed = coins.find((each) => each.network === network && each.contract === contract);
    const required = listed?.confirmations ?? networks.get(network)?.confirmations ?? 1;
    const height = heights.get(network) ?? 0;
    const confirmations = blockHeight === null ? 0 : Math.max(0, height - blockHeight + 1);
    const username = userId === null ? undefined : names.get(userId);
    return {
      ...{ id, date: deposit.seenAt.toISOString(), updated: deposit.updatedAt.toISOString() },
      ...{ network, currency: coin ?? listed?.coin ?? null, contract },
      amount: listed ? formatDecimal(deposit.chainAmount, listed.decimals) : null,
      chain_amount: String(deposit.chainAmount),
      fee: deposit.fee,
      user: userId === null ? null : { id: userId, username: username ?? '' },
      ...{ address: deposit.address, memo: deposit.memo },
      ...{ hash: deposit.transactionId, output_index: deposit.outputIndex },
      ...{ stage: deposit.status, reason: deposit.reason },
      confirmations: Math.min(confirmations, required),
      confirmations_required: required,
      block_height: blockHeight,
      decision:
        decidedBy === null || decidedAt === null
          ? null
          : {
              action: deposit.bookedTo === 'house' ? ('take' as const) : ('credit' as const),
              by: decidedBy,
              reason: deposit.decisionReason ?? '',
              time: decidedAt.toISOString(),
            },
    };
  });
}

async function readNames(
  { database }: Platform,
  deposits: readonly Deposit[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users where id = any (${deposits.map(({ userId }) => userId)}::uuid[])
  `.execute(database.kysely);
  return new Map(rows.map(({ id, username }) => [id, username]));
}
