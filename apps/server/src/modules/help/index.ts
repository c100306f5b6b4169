import { onPersonErased } from '#modules/identity/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { loadArticles } from './articles/load-articles.ts';
import { addFeedbackRoute, addReadingRoutes, forgetVotes } from './articles/public-routes.ts';
import { addStaffArticleRoutes } from './articles/staff-routes.ts';
import { addIncidentRoutes } from './status/staff-routes.ts';
import { addStatusRoute } from './status/status-route.ts';

onPersonErased((db, userId) => forgetVotes(db, userId));

/** What people read when they are stuck: articles with search, and how the exchange stands. */
export const helpModule: ServerModule = {
  name: 'help',
  registerReading: addReadingRoutes,
  async register(app, platform) {
    await loadArticles(platform);
    addReadingRoutes(app, platform);
    addFeedbackRoute(app, platform);
    addStaffArticleRoutes(app, platform);
    addStatusRoute(app, platform);
    addIncidentRoutes(app, platform);
  },
};
