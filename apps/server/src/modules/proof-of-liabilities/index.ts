import type { ServerModule } from '#platform/module.ts';
import { addPublicRoutes } from './public-routes.ts';
import { publicationSecrets } from './publication-key.ts';
import { publishJob, runPublication } from './publish.ts';
import { dueJob, publishDue } from './schedule.ts';
import { addStaffRoutes } from './staff-routes.ts';

/** What the exchange owes, published so that each can find what it owes them, and that nobody was left out. */
export const proofOfLiabilitiesModule: ServerModule = {
  name: 'proof-of-liabilities',
  registerReading: addPublicRoutes,
  register(app, platform) {
    addPublicRoutes(app, platform);
    addStaffRoutes(app, platform);
  },
  jobs: { [publishJob]: runPublication, [dueJob]: publishDue },
  cron: [{ job: dueJob, match: '41 * * * *' }],
  secrets: publicationSecrets,
};
