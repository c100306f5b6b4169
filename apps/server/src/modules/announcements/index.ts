import type { App } from '#platform/http/app.ts';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { addPublicRoute } from './public-route.ts';
import { Shown } from './shown.ts';
import { addStaffRoutes } from './staff-routes.ts';
import { tellAnnouncements, tellJob } from './tell-announcements.ts';

export { changeBar, endBar, showBar } from './bars.ts';

async function showAnnouncements(app: App, platform: Platform): Promise<Shown> {
  const shown = new Shown(platform);
  await shown.reload();
  shown.follow(app);
  addPublicRoute(app, platform, shown);
  return shown;
}

/** What the exchange tells many at once: a bar above every page, or an entry of a list. Staff write it. */
export const announcementsModule: ServerModule = {
  name: 'announcements',
  async registerReading(app, platform) {
    await showAnnouncements(app, platform);
  },
  async register(app, platform) {
    addStaffRoutes(app, platform, await showAnnouncements(app, platform));
  },
  jobs: { [tellJob]: (_payload, { platform }) => tellAnnouncements(platform) },
  cron: [{ job: tellJob, match: '* * * * *' }],
};
