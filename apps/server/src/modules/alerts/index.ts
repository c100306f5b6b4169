import { pairFiguresSource } from '#modules/markets/index.ts';
import { liveExchange } from '#modules/trading/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { addAlertRoutes } from './alert-routes.ts';
import { openAlertMonitor } from './open-alert-monitor.ts';
import { purgeFired } from './store.ts';

const purgeJob = 'alerts.purge';
const firedKeptMs = 90 * 86_400_000;

/** Alerts: a price or a volume that somebody wants to hear of, once. */
export const alertsModule: ServerModule = {
  name: 'alerts',
  needs: [liveExchange, pairFiguresSource],
  async register(app, platform) {
    const live = await liveExchange(platform);
    const monitor = await openAlertMonitor(app, platform, live);
    addAlertRoutes(app, { platform, live, monitor });
  },
  jobs: {
    [purgeJob]: (_payload, { platform: { database, clock } }) =>
      purgeFired(database.kysely, new Date(clock.now().getTime() - firedKeptMs)),
  },
  cron: [{ job: purgeJob, match: '41 3 * * *' }],
};
