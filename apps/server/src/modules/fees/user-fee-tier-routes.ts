import { userFeeTierEndpoints } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import type { FastifyRequest } from 'fastify';
import { recordStaffAction } from '#modules/audit/index.ts';
import {
  type ActionToConfirm,
  findUser,
  isSamePerson,
  originOf,
  recordSecurityEvent,
  requireConfirmation,
} from '#modules/identity/index.ts';
import { ensureAccount, liveExchange, requireSeen } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { listFeeTiers } from './tiers/fee-tiers.ts';
import { readManualTiers } from './tiers/manual-tier-rows.ts';
import { type ChangeTransaction, setManualTier, takeBackManualTier } from './tiers/manual-tiers.ts';
import { volumeHistory } from './volumes/volumes.ts';

/**
 * What an administrator does about the tier of one user. A change, the fresh code that it takes and its entry in the audit log stand together or not at all.
 */
export function addUserFeeTierRoutes(app: App, platform: Platform): void {
  const { database, runtime, clock } = platform;
  const options = () => ({ database, runtime, now: clock.now().getTime() });

  serveEndpoint(app, userFeeTierEndpoints.read, async ({ params: { id } }) => {
    await requireUser(platform, id);
    return tierOf(platform, id);
  });

  serveEndpoint(app, userFeeTierEndpoints.give, async ({ params: { id }, body, caller, request }) => {
    await requireOther(platform, { id, by: caller.userId, request });
    await requireUser(platform, id);
    const tier = (await listFeeTiers(database.kysely)).find(({ name }) => name === body.tier);
    if (!tier) throw new Problem('value_not_allowed', { fields: { tier: { code: 'value_not_allowed' } } });
    const { confirmation, reason } = body;
    if (confirmation === undefined) throw new Problem('two_factor_required');
    const { tier: before } = await tierOf(platform, id);
    await ensureAccount(platform, await liveExchange(platform), id);
    const by = caller.userId;
    const change = { event: 'fee_tier_given', before: { tier: before }, after: { tier: tier.name } };
    const transact = confirmedChange(platform, { ...change, id, by, reason, confirmation, request });
    await setManualTier(options(), { account: id, tier: tier.tier, by }, transact);
    return tierOf(platform, id);
  });

  serveEndpoint(app, userFeeTierEndpoints.takeBack, async ({ params: { id }, body, caller, request }) => {
    await requireOther(platform, { id, by: caller.userId, request });
    await requireUser(platform, id);
    const { confirmation, reason } = body;
    if (confirmation === undefined) throw new Problem('two_factor_required');
    // The tier of the volume follows at once, so all of the volume must be there.
    await requireSeen(platform, volumeHistory);
    const { tier } = await tierOf(platform, id);
    const change = { event: 'fee_tier_taken_back', before: { tier }, after: {} };
    const by = caller.userId;
    const transact = confirmedChange(platform, { ...change, id, by, reason, confirmation, request });
    await takeBackManualTier(options(), id, transact);
    return tierOf(platform, id);
  });
}

interface ConfirmedChange extends Pick<ActionToConfirm, 'confirmation'> {
  readonly event: string;
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
  /** Whose tier it is. */
  readonly id: string;
  readonly by: string;
  readonly reason: string;
  readonly request: FastifyRequest;
}

/** Does a change in the transaction in which its code is spent, and writes it down when it came about. */
function confirmedChange(platform: Platform, given: ConfirmedChange): ChangeTransaction {
  const { event, before, after, id, by, reason, confirmation, request } = given;
  const origin = originOf(request);
  const action = { userId: by, action: 'back_office', confirmation, origin } as const;
  return (change) =>
    requireConfirmation(platform, action, async (transaction) => {
      const came = await change(transaction);
      if (came) {
        await recordStaffAction(transaction, platform, {
          ...{ action: event, subjectId: id, actorId: by, origin, reason, before, after },
        });
      }
      return came;
    });
}

/**
 * Nobody decides on their own fees, by a second account either. Who tries is in the audit log, with a transaction of its own: nothing else comes of the call.
 *
 * @throws Problem own_account.
 */
async function requireOther(
  { database }: Platform,
  { id, by, request }: Pick<ConfirmedChange, 'id' | 'by' | 'request'>,
): Promise<void> {
  if (!(await isSamePerson(database.kysely, { userId: by, others: [id] }))) return;
  const event = { event: 'own_fee_tier_refused', userId: id, actorId: by, origin: originOf(request) };
  await recordSecurityEvent(database.kysely, event);
  throw new Problem('own_account');
}

/** @throws Problem account_not_found. */
async function requireUser({ database }: Platform, id: string): Promise<void> {
  if (!(await findUser(database.kysely, id))) throw new Problem('account_not_found');
}

export async function tierOf({ database, view }: Platform, id: string) {
  const [tiers, manual, number] = await Promise.all([
    listFeeTiers(database.kysely),
    readManualTiers(database.kysely),
    view.read((exchange) => exchange.findAccount(id)?.tier ?? 0),
  ]);
  const tier = tiers.find((each) => each.tier === number);
  invariant(tier !== undefined, 'an account has a tier that does not exist');
  return { tier: tier.name, by_hand: manual.has(id) };
}

/** What people call the tiers, by the core's number of each. */
export async function feeTierNames({ database }: Platform): Promise<ReadonlyMap<number, string>> {
  return new Map((await listFeeTiers(database.kysely)).map(({ tier, name }) => [tier, name]));
}
