import { userFeeTierEndpoints } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { findUser, recordSecurityEvent } from '#modules/identity/index.ts';
import { ensureAccount, liveExchange } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { readManualTiers } from '#runtime/projections/fee-tiers/manual-tier-rows.ts';
import { setManualTier, takeBackManualTier } from '#runtime/projections/fee-tiers/manual-tiers.ts';
import { listFeeTiers } from '#runtime/projections/history/fee-tiers.ts';

/**
 * What an administrator does about the tier of one user. The audit log hears of it first: a change that is in no log would be worse than an entry
 * about one that did not come about. It gets no address, since users read their own events.
 */
export function addUserFeeTierRoutes(app: App, platform: Platform): void {
  const { database, runtime, clock } = platform;
  const options = () => ({ database, runtime, now: clock.now().getTime() });
  const record = (
    event: string,
    user: { userId: string; actorId: string },
    details: Record<string, string>,
  ) => recordSecurityEvent(database.kysely, { event, ...user, details });

  serveEndpoint(app, userFeeTierEndpoints.read, async ({ params: { id } }) => {
    await requireUser(platform, id);
    return tierOf(platform, id);
  });

  serveEndpoint(app, userFeeTierEndpoints.give, async ({ params: { id }, body, caller }) => {
    await requireUser(platform, id);
    const tier = (await listFeeTiers(database.pool)).find(({ name }) => name === body.tier);
    if (!tier) throw new Problem('value_not_allowed', { fields: { tier: { code: 'value_not_allowed' } } });
    const { tier: before } = await tierOf(platform, id);
    await record('fee_tier_given', { userId: id, actorId: caller.userId }, { tier: tier.name, before });
    await ensureAccount(platform, await liveExchange(platform), id);
    await setManualTier(options(), { account: id, tier: tier.tier, by: caller.userId });
    return tierOf(platform, id);
  });

  serveEndpoint(app, userFeeTierEndpoints.takeBack, async ({ params: { id }, caller }) => {
    await requireUser(platform, id);
    const { tier, by_hand } = await tierOf(platform, id);
    if (by_hand) {
      await record('fee_tier_taken_back', { userId: id, actorId: caller.userId }, { tier });
      await takeBackManualTier(options(), id);
    }
    return tierOf(platform, id);
  });
}

/** @throws Problem account_not_found. */
async function requireUser({ database }: Platform, id: string): Promise<void> {
  if (!(await findUser(database.kysely, id))) throw new Problem('account_not_found');
}

async function tierOf({ database, runtime }: Platform, id: string) {
  const [tiers, manual, number] = await Promise.all([
    listFeeTiers(database.pool),
    readManualTiers(database.pool),
    runtime.read((exchange) => exchange.findAccount(id)?.tier ?? 0),
  ]);
  const tier = tiers.find((each) => each.tier === number);
  invariant(tier !== undefined, 'an account has a tier that does not exist');
  return { tier: tier.name, by_hand: manual.has(id) };
}
