import type { ServerModule } from '#platform/module.ts';
import { refreshFeeTiers } from '#runtime/projections/fee-tiers/refresh-fee-tiers.ts';
import { addFeeRoutes } from './fee-routes.ts';
import { addOwnFeesRoute } from './own-fees-route.ts';
import { addUserFeeTierRoutes } from './user-fee-tier-routes.ts';

const refreshJob = 'fees.refresh_tiers';

/** What trading costs, and who pays how much of it. */
export const feesModule: ServerModule = {
  name: 'fees',
  register(app, platform) {
    addFeeRoutes(app, platform);
    addOwnFeesRoute(app, platform);
    addUserFeeTierRoutes(app, platform);
  },
  jobs: {
    [refreshJob]: async (_payload, { platform, signal }) => {
      const { database, runtime, clock, log } = platform;
      const changed = await refreshFeeTiers({ database, runtime, now: clock.now().getTime(), signal });
      if (changed > 0) log.info({ changed }, 'accounts have another fee tier');
    },
  },
  // Just after the hour, so that a day that left the 30 days stops counting soon.
  cron: [{ job: refreshJob, match: '2 * * * *' }],
};
