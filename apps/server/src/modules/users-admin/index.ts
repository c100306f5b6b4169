import { userAdminEndpoints } from '@emporion/contracts/rest';
import { liveExchange } from '#modules/trading/index.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { ServerModule } from '#platform/module.ts';
import { addListRoutes } from './list-routes.ts';
import { addNoteRoutes } from './note-routes.ts';
import { addProfileRoutes } from './profile-routes.ts';
import { addStatusRoutes } from './status-routes.ts';
import { readTimeline } from './timeline.ts';
import { readCard } from './user-card.ts';
import { requireListed, sightOf } from './user-rows.ts';
import { addViewRoutes } from './view-routes.ts';

/** What staff know of users and do about them. What needs two people is a kind of the approvals. */
export const usersAdminModule: ServerModule = {
  name: 'users-admin',
  needs: [liveExchange],
  register(app, platform) {
    addListRoutes(app, platform);
    addProfileRoutes(app, platform);
    addStatusRoutes(app, platform);
    addNoteRoutes(app, platform);
    addViewRoutes(app, platform);
    serveEndpoint(app, userAdminEndpoints.read, ({ caller, params: { id } }) =>
      readCard(platform, id, sightOf(caller)),
    );
    serveEndpoint(app, userAdminEndpoints.timeline, async ({ caller, params: { id: userId }, query }) => {
      const sight = sightOf(caller);
      await requireListed(platform.database.kysely, userId, sight);
      return readTimeline(platform, { ...query, userId, sight });
    });
  },
};
