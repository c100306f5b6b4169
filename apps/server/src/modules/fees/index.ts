import type { ServerModule } from '#platform/module.ts';
import { addFeeRoutes } from './fee-routes.ts';
import { addOwnFeesRoute } from './own-fees-route.ts';
import { refreshFeeTiers } from './tiers/refresh-fee-tiers.ts';
import { addUserFeeTierRoutes } from './user-fee-tier-routes.ts';
import { volumeHistory } from './volumes/volumes.ts';

export { feeTierNames, tierOf as feeTierOf } from './user-fee-tier-routes.ts';

const refreshJob = 'fees.refresh_tiers';
const historyMsMax = 30_000;

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
      const { database, runtime, clock, log, projections } = platform;
      // By a history that lacks trades, people would fall to a lower tier and pay more. Whoever fails is tried again.
      if (!(await projections.caughtUp(volumeHistory, runtime.position.batch, historyMsMax)))
        throw new Error('the history is behind, so fee tiers stay as they are');
      const changed = await refreshFeeTiers({ database, runtime, now: clock.now().getTime(), signal });
      if (changed > 0) log.info({ changed }, 'accounts have another fee tier');
    },
  },
  // Just after the hour, so that a day that left the 30 days stops counting soon.
  cron: [{ job: refreshJob, match: '2 * * * *' }],
};
