import { userFeeTierEndpoints } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { findUser, recordSecurityEvent } from '#modules/identity/index.ts';
import { ensureAccount, liveExchange, requireSeen } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { listFeeTiers } from './tiers/fee-tiers.ts';
import { readManualTiers } from './tiers/manual-tier-rows.ts';
import { setManualTier, takeBackManualTier } from './tiers/manual-tiers.ts';
import { volumeHistory } from './volumes/volumes.ts';

/**
 * What an administrator does about the tier of one user. A change and its entry in the audit log stand together or not at all. The entry gets no
 * address, since users read their own events.
 */
export function addUserFeeTierRoutes(app: App, platform: Platform): void {
  const { database, runtime, clock } = platform;
  const options = () => ({ database, runtime, now: clock.now().getTime() });

  serveEndpoint(app, userFeeTierEndpoints.read, async ({ params: { id } }) => {
    await requireUser(platform, id);
    return tierOf(platform, id);
  });

  serveEndpoint(app, userFeeTierEndpoints.give, async ({ params: { id }, body, caller }) => {
    await requireUser(platform, id);
    const tier = (await listFeeTiers(database.pool)).find(({ name }) => name === body.tier);
    if (!tier) throw new Problem('value_not_allowed', { fields: { tier: { code: 'value_not_allowed' } } });
    const { tier: before } = await tierOf(platform, id);
    await ensureAccount(platform, await liveExchange(platform), id);
    const actorId = caller.userId;
    const details = { tier: tier.name, before };
    await setManualTier(options(), { account: id, tier: tier.tier, by: actorId }, (transaction) =>
      recordSecurityEvent(transaction, { event: 'fee_tier_given', userId: id, actorId, details }),
    );
    return tierOf(platform, id);
  });

  serveEndpoint(app, userFeeTierEndpoints.takeBack, async ({ params: { id }, caller }) => {
    await requireUser(platform, id);
    // The tier of the volume follows at once, so all of the volume must be there.
    await requireSeen(platform, volumeHistory);
    const { tier, by_hand } = await tierOf(platform, id);
    const entry = { event: 'fee_tier_taken_back', userId: id, actorId: caller.userId, details: { tier } };
    if (by_hand)
      await takeBackManualTier(options(), id, (transaction) => recordSecurityEvent(transaction, entry));
    return tierOf(platform, id);
  });
}

/** @throws Problem account_not_found. */
async function requireUser({ database }: Platform, id: string): Promise<void> {
  if (!(await findUser(database.kysely, id))) throw new Problem('account_not_found');
}

async function tierOf({ database, view }: Platform, id: string) {
  const [tiers, manual, number] = await Promise.all([
    listFeeTiers(database.pool),
    readManualTiers(database.pool),
    view.read((exchange) => exchange.findAccount(id)?.tier ?? 0),
  ]);
  const tier = tiers.find((each) => each.tier === number);
  invariant(tier !== undefined, 'an account has a tier that does not exist');
  return { tier: tier.name, by_hand: manual.has(id) };
}
