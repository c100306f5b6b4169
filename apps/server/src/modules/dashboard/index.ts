import type { ServerModule } from '#platform/module.ts';
import { addDashboardRoute } from './dashboard-route.ts';

export { readServedHealth } from './read-health.ts';

/** How the exchange stands, at a glance. It reads what other modules write; of its own it has only the counts of refusals. */
export const dashboardModule: ServerModule = {
  name: 'dashboard',
  register: addDashboardRoute,
};
